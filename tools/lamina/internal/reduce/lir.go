package reduce

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Imp is a program at level imp, with the comments before it.
type Imp struct {
	Comments []string
	Program  *imp.Program
}

// Text prints the program.
func (t *Imp) Text() string { return lines(t.Comments) + t.Program.String() }

// Root returns what may be edited.
func (t *Imp) Root() any { return t }

// Leaves returns the zeros and ones of each type.
func (t *Imp) Leaves() []any {
	var out []any
	for _, s := range scalar.Types() {
		out = append(out, &imp.Const{Value: scalar.Zero(s)})
	}
	return append(out, &imp.Const{Value: scalar.FromBool(true)})
}

// Edits returns none.
func (t *Imp) Edits() []func() (undo func()) { return nil }

// IR is a program at one of ir's levels, with the comments before it.
type IR struct {
	Comments []string
	Program  *ir.Program
	// Passes lists passes that may make it smaller.
	Passes []*pass.Pass
}

// Text prints the program.
func (t *IR) Text() string { return lines(t.Comments) + t.Program.String() }

// Root returns what may be edited: everything except the passes.
func (t *IR) Root() any {
	return &struct {
		Comments *[]string
		Program  **ir.Program
	}{&t.Comments, &t.Program}
}

// Leaves returns none: operands are not nodes.
func (t *IR) Leaves() []any { return nil }

// Edits returns edits of the whole program, of functions and of statements. Each works on a
// copy, and finds its subject by name, so that it applies to any version of the program.
func (t *IR) Edits() []func() (undo func()) {
	var out []func() func()
	add := func(change func(*ir.Program) bool) {
		out = append(out, func() func() {
			old, changed := t.Program, t.Program.Clone()
			if !change(changed) {
				return nil
			}
			t.Program = changed
			return func() { t.Program = old }
		})
	}
	add(dropPositions)
	for _, p := range t.Passes {
		add(func(p2 *ir.Program) bool { return runPass(p, p2) })
	}
	for _, f := range t.Program.Funs {
		for k := range slices.Backward(f.Results) {
			add(func(p *ir.Program) bool { return dropResult(p, f.Name, k) })
		}
	}
	var bound []name.Name
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if len(s.Pat) > 0 {
			bound = append(bound, s.Pat[0].Name)
		}
	}}
	w.Program(t.Program)
	for _, n := range bound {
		for _, how := range []func(*ir.Program, *ir.Body, int) bool{forget, passOn(0), passOn(1), flatten, fill} {
			add(func(p *ir.Program) bool { return atStm(p, n, how) })
		}
		for k := range inputs {
			add(func(p *ir.Program) bool { return atStm(p, n, dropInput(inputs-1-k)) })
		}
	}
	for _, f := range t.Program.Funs {
		for k := range slices.Backward(f.Params) {
			add(func(p *ir.Program) bool { return dropParam(p, f.Name, k) })
		}
	}
	for _, v := range constants(t.Program) {
		add(func(p *ir.Program) bool { return zero(p, v) })
	}
	return out
}

// dropPositions removes source positions.
func dropPositions(p *ir.Program) bool {
	for _, f := range p.Funs {
		f.Pos = source.Pos{}
	}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		s.Pos = source.Pos{}
		if a, ok := s.Exp.(*ir.Assert); ok {
			a.Trace = nil
		}
	}}
	w.Program(p)
	return true
}

// runPass runs a pass, which may make the program smaller.
func runPass(run *pass.Pass, p *ir.Program) bool {
	u := &pass.Unit{IR: p}
	if !run.From.Has(u.Level()) {
		return false
	}
	one, err := pass.Build(u.Level(), pass.Step{Pass: run, Options: run.Defaults()})
	if err != nil {
		return false
	}
	_, err = new(pass.Manager).Run(context.Background(), one, u)
	return err == nil && u.IR == p
}

// dropResult removes result k of a function that is not called.
func dropResult(p *ir.Program, fun string, k int) bool {
	f := p.Fun(fun)
	if f == nil || k >= len(f.Results) || called(p, fun) {
		return false
	}
	if e := f.Entry; e != nil {
		// Callers do not see blocks as results.
		at := 0
		for _, r := range f.Results[:k] {
			if !r.Type.IsBlock() {
				at++
			}
		}
		if !f.Results[k].Type.IsBlock() && at < len(e.Results) {
			e.Results = slices.Delete(slices.Clone(e.Results), at, at+1)
		}
	}
	f.Results = slices.Delete(f.Results, k, k+1)
	f.Body.Result = slices.Delete(f.Body.Result, k, k+1)
	// The block of an array is removed with it.
	if k > 0 && f.Results[k-1].Type.IsBlock() {
		f.Results = slices.Delete(f.Results, k-1, k)
		f.Body.Result = slices.Delete(f.Body.Result, k-1, k)
	}
	return true
}

// dropParam removes parameter k of a function that is not called, and the sizes and blocks that
// only this parameter used: a size that is implicit needs an array that has it.
func dropParam(p *ir.Program, fun string, k int) bool {
	f := p.Fun(fun)
	if f == nil || k >= len(f.Params) || called(p, fun) {
		return false
	}
	if e := f.Entry; e != nil {
		at := -e.Implicit
		for _, q := range f.Params[:k] {
			if !q.Type.IsBlock() {
				at++
			}
		}
		switch {
		case f.Params[k].Type.IsBlock():
		case at < 0:
			e.Implicit--
		case at < len(e.Params):
			e.Params = slices.Delete(slices.Clone(e.Params), at, at+1)
		}
	}
	f.Params = slices.Delete(f.Params, k, k+1)
	dropUnused(f)
	return true
}

// dropUnused removes implicit parameters and blocks that the function does not use.
func dropUnused(f *ir.Fun) {
	for {
		used := map[name.Name]bool{}
		w := &ir.Walker{
			Atom: func(a *ir.Atom) { used[a.Name] = true },
			Var:  func(n *name.Name) { used[*n] = true },
		}
		w.Fun(f)
		implicit := 0
		if f.Entry != nil {
			implicit = f.Entry.Implicit
		}
		unused := -1
		for k, q := range f.Params {
			if block := q.Type.IsBlock(); unused < 0 && !used[q.Name] && (block || implicit > 0) {
				unused = k
				if !block {
					f.Entry.Implicit--
				}
			}
			if !q.Type.IsBlock() {
				implicit--
			}
		}
		if unused < 0 {
			return
		}
		f.Params = slices.Delete(f.Params, unused, unused+1)
	}
}

func called(p *ir.Program, fun string) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok && c.Fun == fun {
			found = true
		}
	}}
	w.Program(p)
	return found
}

// atStm applies an edit to the statement that binds n.
func atStm(p *ir.Program, n name.Name, edit func(*ir.Program, *ir.Body, int) bool) bool {
	done, found := false, false
	w := &ir.Walker{Body: func(b *ir.Body) bool {
		for i, s := range b.Stms {
			if !found && len(s.Pat) > 0 && s.Pat[0].Name == n {
				found = true
				done = edit(p, b, i)
			}
		}
		return !found
	}}
	w.Program(p)
	return done
}

// replaceAll substitutes atoms for names throughout the program.
func replaceAll(p *ir.Program, s ir.Subst) {
	for _, f := range p.Funs {
		s.Params(f.Params)
		s.Params(f.Results)
		s.Body(f.Body)
	}
}

// forget removes a statement: zeros replace its scalars, and arrays of the same type its
// arrays.
func forget(p *ir.Program, b *ir.Body, i int) bool {
	s := ir.Subst{}
	for _, q := range b.Stms[i].Pat {
		switch {
		case q.Type.IsScalar():
			s[q.Name] = ir.Const(scalar.Zero(q.Type.Elem))
		case q.Type.IsArray():
			other, ok := arrayLike(p, b.Stms[:i], q)
			if !ok {
				return false
			}
			s[q.Name] = other
		default:
			return false
		}
	}
	b.Stms = slices.Delete(b.Stms, i, i+1)
	replaceAll(p, s)
	return true
}

// passOn removes an operation on scalars, and has its k-th operand in place of its result; the
// operand's type is checked with the program.
func passOn(k int) func(*ir.Program, *ir.Body, int) bool {
	return func(p *ir.Program, b *ir.Body, i int) bool {
		s := b.Stms[i]
		e, ok := s.Exp.(*ir.Prim)
		if !ok || len(s.Pat) != 1 || k >= len(e.Args) || !e.Args[k].IsVar() {
			return false
		}
		b.Stms = slices.Delete(b.Stms, i, i+1)
		replaceAll(p, ir.Subst{s.Pat[0].Name: e.Args[k]})
		return true
	}
}

// arrayLike returns an array of q's type among the functions' parameters or the statements'
// bindings.
func arrayLike(p *ir.Program, before []*ir.Stm, q ir.Param) (ir.Atom, bool) {
	fits := func(c ir.Param) bool {
		return c.Name != q.Name && c.Type.Elem == q.Type.Elem && slices.Equal(c.Type.Dims, q.Type.Dims)
	}
	for _, s := range slices.Backward(before) {
		if k := slices.IndexFunc(s.Pat, fits); k >= 0 {
			return ir.Var(s.Pat[k].Name), true
		}
	}
	for _, f := range p.Funs {
		if k := slices.IndexFunc(f.Params, fits); k >= 0 {
			return ir.Var(f.Params[k].Name), true
		}
	}
	return ir.Atom{}, false
}

// flatten replaces an if by one branch, or a loop by one iteration.
func flatten(p *ir.Program, b *ir.Body, i int) bool {
	s, st := ir.Subst{}, b.Stms[i]
	var body *ir.Body
	switch e := st.Exp.(type) {
	case *ir.If:
		body = e.Then
		if len(e.Then.Stms) == 0 {
			body = e.Else
		}
	case *ir.Loop:
		body = e.Body
		for k, q := range e.Params {
			s[q.Name] = e.Inits[k]
		}
		if !e.Index.IsZero() {
			s[e.Index] = ir.Const(scalar.Zero(typeOf(e.Bound)))
		}
	default:
		return false
	}
	for k, q := range st.Pat {
		s[q.Name] = s.Atom(body.Result[k])
	}
	b.Stms = slices.Replace(b.Stms, i, i+1, body.Stms...)
	replaceAll(p, s)
	return true
}

// typeOf returns the type of a loop's bound, i64 for a variable.
func typeOf(a ir.Atom) scalar.Type {
	if a.IsVar() {
		return scalar.I64
	}
	return a.Const.Type
}

// fill replaces the computation of an array by an array of zeros.
func fill(_ *ir.Program, b *ir.Body, i int) bool {
	st := b.Stms[i]
	if len(st.Pat) != 1 || !st.Pat[0].Type.IsArray() {
		return false
	}
	if _, already := st.Exp.(*ir.Replicate); already {
		return false
	}
	t := st.Pat[0].Type
	st.Exp = &ir.Replicate{Shape: t.Dims, Value: ir.Const(scalar.Zero(t.Elem))}
	return true
}

// constants returns the distinct nonzero constants in the program.
func constants(p *ir.Program) []scalar.Value {
	var out []scalar.Value
	w := &ir.Walker{Atom: func(a *ir.Atom) {
		if !a.IsVar() && a.Const != scalar.Zero(a.Const.Type) && !slices.Contains(out, a.Const) {
			out = append(out, a.Const)
		}
	}}
	w.Program(p)
	return out
}

// zero replaces a constant by zero everywhere.
func zero(p *ir.Program, v scalar.Value) bool {
	w := &ir.Walker{Atom: func(a *ir.Atom) {
		if !a.IsVar() && a.Const == v {
			a.Const = scalar.Zero(v.Type)
		}
	}}
	w.Program(p)
	return true
}

// lines formats comments as text.
func lines(comments []string) string {
	out := ""
	for _, c := range comments {
		out += c + "\n"
	}
	return out
}
