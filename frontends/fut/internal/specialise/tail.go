package specialise

import (
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// Calls of a function of itself whose result is its own result, tail calls, repeat a loop. The loop
// carries whether there is another iteration, the parameters that calls change, and the result. What
// remains to be done after a call may also be to combine its result with a number by an operator whose
// order does not matter, `n * factorial (n - 1)`: the loop carries what the numbers combine to.

// neutral are the operators on integers that may be applied in any order, and their neutral elements.
var neutral = map[scalar.Op]int64{scalar.Add: 0, scalar.Mul: 1, scalar.And: -1, scalar.Or: 0, scalar.Xor: 0}

// tailCalls are the tail calls of a recursive function.
type tailCalls struct {
	f     text
	calls map[*syntax.Apply]bool
	// others is set if there are calls of the function of itself that are not tail calls.
	others bool
	// through holds the expressions that a tail call is the last part of.
	through map[syntax.Exp]bool
	// same says which parameters all tail calls give on as they are, and sizes which size parameters.
	same, sizes []bool
	// op combines the results of calls with numbers of type elem; it is nil if none does.
	op   *syntax.BinOp
	with scalar.Op
	elem scalar.Type
}

// tailCalls finds the tail calls of f. There are none if it returns nil.
func (p *program) tailCalls(f text, c *function) *tailCalls {
	t := &tailCalls{f: f, calls: map[*syntax.Apply]bool{}, through: map[syntax.Exp]bool{}}
	p.findTails(t, f.body)
	if len(t.calls) == 0 {
		return nil
	}
	syntax.Inspect(f.body, func(n syntax.Node) bool {
		a, ok := n.(*syntax.Apply)
		t.others = t.others || ok && p.callsItself(t, a) && !t.calls[a]
		return !t.others
	})
	t.same, t.sizes = make([]bool, len(f.params)), make([]bool, len(f.named.Sizes))
	for i, pat := range f.params {
		t.same[i] = p.givenOn(t, i, pat)
	}
	for i, z := range f.named.Sizes {
		t.sizes[i] = p.sizeGivenOn(t, i, z)
	}
	for _, i := range c.missingSizes {
		if !t.sizes[i] {
			return nil // no parameter tells the loop what the size is
		}
	}
	return t
}

// callsItself reports whether the function is what e applies.
func (p *program) callsItself(t *tailCalls, e *syntax.Apply) bool {
	v, ok := e.Fun.(*syntax.Var)
	return ok && p.Uses[v] != nil && p.Uses[v].Binding == t.f.named
}

// findTails finds the tail calls in e, and reports whether there are any.
func (p *program) findTails(t *tailCalls, e syntax.Exp) bool {
	found := false
	switch e := e.(type) {
	case *syntax.Apply:
		if p.callsItself(t, e) && len(e.Args) == len(t.f.params) {
			t.calls[e], found = true, true
		}
	case *syntax.Open:
		found = p.findTails(t, e.Exp)
	case *syntax.Let:
		found = p.findTails(t, e.Body)
	case *syntax.LetFun:
		found = p.findTails(t, e.Body)
	case *syntax.If:
		then := p.findTails(t, e.Then)
		found = p.findTails(t, e.Else) || then
	case *syntax.Match:
		for _, c := range e.Cases {
			found = p.findTails(t, c.Body) || found
		}
	case *syntax.Assert:
		found = p.findTails(t, e.Exp)
	case *syntax.Attributed:
		found = p.findTails(t, e.Exp)
	case *syntax.BinOp:
		found = p.findTailOperand(t, e)
	}
	if found {
		t.through[e] = true
	}
	return found
}

// findTailOperand finds the tail calls in an operand of e.
func (p *program) findTailOperand(t *tailCalls, e *syntax.BinOp) bool {
	use := p.Uses[e.Op]
	if use == nil || use.Binding.Kind != types.Operator {
		return false
	}
	if e.Op.Name == "&&" || e.Op.Name == "||" {
		return p.findTails(t, e.Right)
	}
	if len(use.Types) == 0 {
		return false
	}
	elem, ok := use.Types[0].(types.Scalar)
	_, any := neutral[use.Binding.Op]
	if !ok || !any || !elem.Type.IsInt() || t.op != nil && t.with != use.Binding.Op {
		return false
	}
	old, with, of := t.op, t.with, t.elem
	t.op, t.with, t.elem = e, use.Binding.Op, elem.Type
	if p.findTails(t, e.Right) || p.findTails(t, e.Left) {
		return true
	}
	t.op, t.with, t.elem = old, with, of
	return false
}

// givenOn reports whether all tail calls give the parameter pat, the one at i, on as it is.
func (p *program) givenOn(t *tailCalls, i int, pat syntax.Pat) bool {
	for {
		typed, ok := pat.(*syntax.TypedPat)
		if !ok {
			break
		}
		pat = typed.Pat
	}
	named, ok := pat.(*syntax.NamePat)
	for call := range t.calls {
		arg, isVar := call.Args[i].(*syntax.Var)
		if !ok || !isVar || p.Uses[arg] == nil || p.Uses[arg].Binding != p.Names[named] {
			return false
		}
	}
	return true
}

// sizeGivenOn is givenOn for the size parameter z, the one at i.
func (p *program) sizeGivenOn(t *tailCalls, i int, z *types.Binding) bool {
	for call := range t.calls {
		use := p.Uses[call.Fun.(*syntax.Var)]
		if v, ok := use.Sizes[i].(*types.SizeVar); !ok || v.Binding != z {
			return false
		}
	}
	return true
}

// repeated is a loop that runs a function with tail calls.
type repeated struct {
	*frame
	*tailCalls
	args    []lower.Value // of this iteration
	initial lower.Value   // the result, as long as there is none
}

// repeat runs a function with tail calls for arguments that fr's variables hold.
func (fr *frame) repeat(t *tailCalls, cs []lower.Captured, args []lower.Value) lower.Value {
	defer fr.At(t.f.body.Pos())()
	r := &repeated{frame: fr.newFrame(fr.Builder, fr.prelude), tailCalls: t, args: slices.Clone(args)}
	r.hold(cs)
	for i, z := range t.f.named.Sizes {
		if v, ok := fr.vals[z]; ok && t.sizes[i] {
			r.vals[z] = v
		}
	}
	for i, pat := range t.f.params {
		if t.same[i] {
			r.bindPat(pat, args[i])
		}
	}
	if next, ok := fr.vals[t.f.named]; ok {
		r.vals[t.f.named] = next
	}
	r.initial = fr.Zeros(fr.resultShape(t.f))
	init := r.state(lower.Constant(scalar.FromBool(true)), r.none(), r.initial)
	typ := r.stateType()
	loop := lower.Loop{Init: init, Names: r.stateNames(init), Sizes: r.changing(typ, init.Shape)}
	loop.While = func(v lower.Value) lower.Value { return v.Fields()[0] }
	loop.Body = func(v, _ lower.Value) lower.Value {
		return r.tail(t.f.body, r.enter(v))
	}
	done := fr.Loop(loop).Fields()
	return fr.ascribe(done[len(done)-1], t.f.result)
}

// none is the combination of nothing.
func (r *repeated) none() lower.Value {
	if r.op == nil {
		return lower.Tuple()
	}
	return lower.Constant(scalar.Int(r.elem, neutral[r.with]))
}

// state is what the loop carries: whether it goes on, the parameters that change, what results are to be
// combined with, and the result.
func (r *repeated) state(goes, acc, result lower.Value) lower.Value {
	parts := []lower.Value{goes}
	for i, a := range r.args {
		if !r.same[i] {
			parts = append(parts, a)
		}
	}
	return lower.Tuple(append(parts, acc, result)...)
}

func (r *repeated) stateType() types.Type {
	out := &types.Record{}
	add := func(t types.Type) {
		out.Fields = append(out.Fields, types.Field{Name: strconv.Itoa(len(out.Fields)), Type: t})
	}
	add(types.Scalar{Type: scalar.Bool})
	for i, pat := range r.f.params {
		if !r.same[i] {
			add(r.Pats[pat])
		}
	}
	if r.op == nil {
		add(&types.Record{})
	} else {
		add(types.Scalar{Type: r.elem})
	}
	add(r.f.result)
	return out
}

// stateNames names the leaves of the loop's state.
func (r *repeated) stateNames(v lower.Value) []string {
	names, parts := []string{"recurs"}, v.Fields()[1:]
	for i, pat := range r.f.params {
		if !r.same[i] {
			names = append(names, patLeafNames(pat, parts[0].Shape)...)
			parts = parts[1:]
		}
	}
	for i, name := range []string{"acc", "result"} {
		for range lower.LeafCount(parts[i].Shape) {
			names = append(names, name)
		}
	}
	return names
}

// enter binds the parameters in an iteration, and returns what results are to be combined with.
func (r *repeated) enter(v lower.Value) lower.Value {
	parts := v.Fields()[1:]
	for i, pat := range r.f.params {
		if !r.same[i] {
			r.args[i] = parts[0]
			r.bindPat(pat, parts[0])
			parts = parts[1:]
		}
	}
	r.initial = parts[1]
	return parts[0]
}

// tail lowers e, whose value is the function's result once it is combined with acc, as the state for the next
// iteration.
func (r *repeated) tail(e syntax.Exp, acc lower.Value) lower.Value {
	if !r.prelude {
		defer r.At(e.Pos())()
	}
	if !r.through[e] {
		return r.ends(r.exp(e), acc)
	}
	switch e := e.(type) {
	case *syntax.Apply:
		next := *r
		next.args = r.exps(e.Args)
		return next.state(lower.Constant(scalar.FromBool(true)), acc, r.initial)
	case *syntax.Open:
		return r.tail(e.Exp, acc)
	case *syntax.Let:
		r.bindLet(e)
		return r.tail(e.Body, acc)
	case *syntax.LetFun:
		r.vals[r.Funs[e]] = r.localFunction(e)
		return r.tail(e.Body, acc)
	case *syntax.If:
		return r.If(r.exp(e.Cond).Atom(),
			func() lower.Value { return r.tail(e.Then, acc) },
			func() lower.Value { return r.tail(e.Else, acc) })
	case *syntax.Match:
		return r.cases(e.Cases, r.exp(e.Exp), func(body syntax.Exp) lower.Value { return r.tail(body, acc) })
	case *syntax.Assert:
		r.assertion(e)
		return r.tail(e.Exp, acc)
	case *syntax.Attributed:
		if e.Attr.Name == "unsafe" {
			defer r.UncheckedIf(true)()
		}
		return r.tail(e.Exp, acc)
	}
	return r.tailOperator(e.(*syntax.BinOp), acc)
}

func (r *repeated) tailOperator(e *syntax.BinOp, acc lower.Value) lower.Value {
	if e.Op.Name == "&&" || e.Op.Name == "||" {
		short := lower.Constant(scalar.FromBool(e.Op.Name == "||"))
		more, ends := func() lower.Value { return r.tail(e.Right, acc) }, func() lower.Value { return r.ends(short, acc) }
		if e.Op.Name == "||" {
			more, ends = ends, more
		}
		return r.If(r.exp(e.Left).Atom(), more, ends)
	}
	first, last := e.Left, e.Right
	if !r.through[last] {
		first, last = last, first
	}
	return r.tail(last, r.Operator(r.with, r.elem, acc, r.exp(first)))
}

// ends is the state after the last iteration.
func (r *repeated) ends(v, acc lower.Value) lower.Value {
	v = r.ascribe(v, r.f.result)
	if r.op != nil {
		v = r.Operator(r.with, r.elem, acc, v)
	}
	return r.state(lower.Constant(scalar.FromBool(false)), acc, v)
}
