package specialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// set is an ordered set.
type set[T comparable] struct {
	list []T
	has  map[T]bool
}

func (s *set[T]) add(xs ...T) {
	for _, x := range xs {
		if s.has == nil {
			s.has = map[T]bool{}
		}
		if !s.has[x] {
			s.has[x] = true
			s.list = append(s.list, x)
		}
	}
}

// free lists the variables, sizes, type parameters and constants that a
// function's text mentions and that are bound outside of it, as far as that is
// easily told: others have no value where the closure is made, and are not
// captured. In the place of a local function stands what that one mentions.
func (p *program) free(n syntax.Node) []any {
	list, ok := p.frees[n]
	if !ok {
		p.frees[n] = nil // for those that mention themselves
		var out set[any]
		bound := map[any]bool{}
		for _, part := range parts(n) {
			p.mentions(part, &out)
			p.binds(part, bound)
		}
		for _, x := range out.list {
			if b, ok := x.(*types.Binding); !bound[x] && (!ok || b.Kind != types.Operator) {
				list = append(list, x)
			}
		}
		p.frees[n] = list
	}
	return list
}

// outermost holds n, if it is a lambda, and those that it returns at once: they are one
// function.
func (p *program) outermost(n syntax.Node) map[*syntax.Lambda]bool {
	out := map[*syntax.Lambda]bool{}
	lambda, _ := n.(*syntax.Lambda)
	for ; lambda != nil; lambda = p.returned(lambda) {
		out[lambda] = true
	}
	return out
}

// parts are the pieces of a function: a LetFun goes on after it.
func parts(n syntax.Node) []syntax.Node {
	f, ok := n.(*syntax.LetFun)
	if !ok {
		return []syntax.Node{n}
	}
	out := []syntax.Node{f.Exp}
	for _, pat := range f.Params {
		out = append(out, pat)
	}
	if f.Ret != nil {
		out = append(out, f.Ret)
	}
	return out
}

// binds collects the variables that n binds, but for those of lambdas and local functions
// inside, of which mentions knows.
func (p *program) binds(n syntax.Node, out map[any]bool) { p.bindsIn(n, p.outermost(n), out) }

func (p *program) bindsIn(n syntax.Node, outermost map[*syntax.Lambda]bool, out map[any]bool) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lambda:
			return outermost[n]
		case *syntax.LetFun:
			p.bindsIn(n.Body, outermost, out)
			return false
		case *syntax.NamePat:
			out[p.Names[n]] = true
		}
		return true
	})
}

// findLocals notes the functions that lets bind, to be made anew where closures
// mention them: a closure that captured them, with all that they capture, would
// grow with each function that is defined by another. Whoever sees a function
// sees what it captures too. Functions that make no checks are captured.
func (p *program) findLocals() {
	for _, d := range p.Defs {
		if p.inPrelude(d.Decl.Pos()) || hasUnsafe(d.Decl.Attrs) {
			continue
		}
		syntax.Inspect(d.Decl.Body, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Attributed:
				return n.Attr.Name != "unsafe"
			case *syntax.LetFun:
				p.locals[p.Funs[n]] = n
			case *syntax.Let:
				name, ok1 := n.Pat.(*syntax.NamePat)
				lambda, ok2 := n.Exp.(*syntax.Lambda)
				if ok1 && ok2 {
					p.locals[p.Names[name]] = lambda
				}
			}
			return true
		})
	}
}

// local is the closure of a function that a let binds.
func (fr *frame) local(n syntax.Node) lower.Value {
	if f, ok := n.(*syntax.LetFun); ok {
		return fr.localFunction(f)
	}
	return fr.lambda(n.(*syntax.Lambda))
}

func bindings(bs []*types.Binding) []any {
	out := make([]any, len(bs))
	for i, b := range bs {
		out[i] = b
	}
	return out
}

// mentions collects what n mentions, and of lambdas and local functions inside what is free
// in them.
func (p *program) mentions(n syntax.Node, out *set[any]) { p.mentionsIn(n, p.outermost(n), out) }

func (p *program) mentionsIn(n syntax.Node, outermost map[*syntax.Lambda]bool, out *set[any]) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lambda:
			if !outermost[n] {
				out.add(p.free(n)...)
				return false
			}
		case *syntax.LetFun:
			out.add(p.free(n)...)
			p.mentionsIn(n.Body, outermost, out)
			return false
		case *syntax.Var:
			p.mentionsUse(p.Uses[n], out)
		case syntax.TypeExp:
			p.mentionsInType(p.Written[n], out)
		case syntax.Pat:
			p.mentionsInType(p.Pats[n], out)
		case *syntax.Array:
			p.mentionsInType(p.Types[n], out)
			if len(n.Elems) == 0 {
				eachParam(p.Types[n], func(t *types.Param) { out.add(t) })
			}
		case *syntax.Construct, *syntax.Hole:
			t := p.Types[n.(syntax.Exp)]
			p.mentionsInType(t, out)
			eachParam(t, func(t *types.Param) { out.add(t) })
		case *syntax.Apply, *syntax.If, *syntax.Match, *syntax.BinOp:
			p.mentionsInType(p.Types[n.(syntax.Exp)], out)
		}
		return true
	})
}

func (p *program) mentionsUse(use *types.Use, out *set[any]) {
	if use == nil {
		return
	}
	b := use.Binding
	if b.Recursive {
		out.add(b) // in its own body it has a value
	}
	if b.Kind == types.Global {
		out.add(bindings(p.constantsOf(b))...)
		if d := p.defs[b]; d != nil && len(use.Types) > 0 && p.asksTypes(b, d.Decl.Body) {
			for _, t := range use.Types {
				eachParam(t, func(t *types.Param) { out.add(t) })
			}
		}
	} else if f, ok := p.locals[b]; ok {
		out.add(p.free(f)...)
	} else {
		out.add(b)
	}
	for _, s := range use.Sizes {
		p.mentionsInSize(s, out)
	}
}

// asksTypes reports whether lowering a definition's body needs to know what its
// type parameters stand for: empty arrays, constructors and holes do.
func (p *program) asksTypes(b *types.Binding, body syntax.Exp) bool {
	if len(b.Params) == 0 {
		return false
	}
	asks, ok := p.asks[b]
	if !ok {
		p.asks[b] = false // for those that mention themselves
		var out set[any]
		p.mentions(body, &out)
		for _, x := range out.list {
			if t, ok := x.(*types.Param); ok && slices.Contains(b.Params, t) {
				asks = true
			}
		}
		p.asks[b] = asks
	}
	return asks
}

// eachParam calls f for the type parameters in t.
func eachParam(t types.Type, f func(*types.Param)) {
	switch t := t.(type) {
	case *types.Param:
		f(t)
	case *types.Array:
		eachParam(t.Elem, f)
	case *types.Record:
		for _, fd := range t.Fields {
			eachParam(fd.Type, f)
		}
	case *types.Sum:
		eachParam(t.Constructors, f)
	case *types.Func:
		eachParam(t.From, f)
		eachParam(t.Result, f)
	case *types.Unique:
		eachParam(t.Type, f)
	}
}

func (p *program) mentionsInType(t types.Type, out *set[any]) {
	switch t := t.(type) {
	case *types.Array:
		p.mentionsInSize(t.Dim, out)
		p.mentionsInType(t.Elem, out)
	case *types.Record:
		for _, f := range t.Fields {
			p.mentionsInType(f.Type, out)
		}
	case *types.Sum:
		p.mentionsInType(t.Constructors, out)
	case *types.Func:
		p.mentionsInType(t.From, out)
		p.mentionsInType(t.Result, out)
	case *types.Unique:
		p.mentionsInType(t.Type, out)
	}
}

func (p *program) mentionsInSize(s types.Size, out *set[any]) {
	switch s := s.(type) {
	case *types.SizeVar:
		if s.Binding.Kind == types.Global {
			out.add(bindings(p.constantsOf(s.Binding))...)
		} else {
			out.add(s.Binding)
		}
	case *types.SizeOp:
		p.mentionsInSize(s.Left, out)
		p.mentionsInSize(s.Right, out)
	case *types.SizeExp:
		p.mentions(s.Exp, out)
		for _, a := range s.Args {
			p.mentionsInSize(a, out)
		}
	}
}

// constant is a top-level definition without parameters.
type constant struct {
	static bool        // it needs no code: it has one value everywhere
	value  lower.Value // when static
}

// isConstant reports whether b is a monomorphic definition without parameters.
// A polymorphic one is lowered anew at each use.
func (p *program) isConstant(b *types.Binding) bool {
	d := p.defs[b]
	return d != nil && len(d.Decl.Params) == 0 && len(b.Params) == 0 && len(b.Sizes) == 0
}

// constantsOf lists the constants whose values lowering a use of b needs: b itself
// and those in its type, if it is one with code, and else those of its definition.
func (p *program) constantsOf(b *types.Binding) []*types.Binding {
	if list, ok := p.uses[b]; ok {
		return list
	}
	if p.defs[b] == nil {
		return nil
	}
	var out []*types.Binding
	if p.isConstant(b) && !p.constantAt(b).static {
		var sizes set[any]
		p.mentionsInType(b.Type, &sizes)
		for _, x := range sizes.list {
			if c, ok := x.(*types.Binding); ok && c != b && p.defs[c] != nil {
				out = append(out, c)
			}
		}
		out = append(out, b)
	} else {
		p.uses[b] = nil // for those that mention themselves
		out = p.constantsIn(b)
	}
	p.uses[b] = out
	return out
}

// constantsIn lists the constants that the definition of b uses.
func (p *program) constantsIn(b *types.Binding) []*types.Binding {
	d := p.defs[b].Decl
	parts := []syntax.Node{}
	for _, pat := range d.Params {
		parts = append(parts, pat)
	}
	if d.Ret != nil {
		parts = append(parts, d.Ret)
	}
	return p.constantsUsed(append(parts, d.Body)...)
}

// constantsUsed lists the constants that pieces of text use.
func (p *program) constantsUsed(parts ...syntax.Node) []*types.Binding {
	var out set[*types.Binding]
	for _, part := range parts {
		syntax.Inspect(part, func(n syntax.Node) bool {
			if v, ok := n.(*syntax.Var); ok {
				if use := p.Uses[v]; use != nil && use.Binding.Kind == types.Global {
					out.add(p.constantsOf(use.Binding)...)
				}
			}
			return true
		})
	}
	return out.list
}

// inOrder lists the constants that an entry point needs, each after those that it
// needs.
func (p *program) inOrder(entry *types.Binding) []*types.Binding {
	var out set[*types.Binding]
	seen := map[*types.Binding]bool{entry: true}
	var visit func(b *types.Binding)
	visit = func(b *types.Binding) {
		for _, c := range slices.Concat(p.constantsOf(b), p.constantsIn(b)) {
			if !seen[c] {
				seen[c] = true
				visit(c)
				out.add(c)
			}
		}
	}
	visit(entry)
	return out.list
}

// constantAt tries whether a constant can be lowered to a value without code.
func (p *program) constantAt(b *types.Binding) *constant {
	c, ok := p.constants[b]
	if ok {
		return c
	}
	c = &constant{}
	p.constants[b] = c
	if len(p.constantsUsedBy(b)) > 0 {
		return c
	}
	trial := p.out.NewBuilder(source.Pos{})
	v := p.constantFrame(trial, b).constantValue(b)
	c.static = trial.IsEmpty()
	c.value = v
	return c
}

// constantsUsedBy lists the constants with code in the body of b's definition.
func (p *program) constantsUsedBy(b *types.Binding) []*types.Binding {
	return p.constantsUsed(p.defs[b].Decl.Body)
}

// constantFrame is the frame in which the constant b is lowered.
func (p *program) constantFrame(b *lower.Builder, c *types.Binding) *frame {
	d := p.defs[c].Decl
	return p.newFrame(b, p.inPrelude(d.Pos()))
}

func (fr *frame) constantValue(b *types.Binding) lower.Value {
	defer fr.UncheckedIf(hasUnsafe(fr.defs[b].Decl.Attrs))()
	body := fr.defs[b].Decl.Body
	if f, ok := fr.functionHole(body); ok {
		return f
	}
	return fr.ascribe(fr.exp(body), b.Type)
}

// bindConstants computes the constants that an entry point needs.
func (fr *frame) bindConstants(entry *types.Binding) {
	for _, b := range fr.inOrder(entry) {
		inner := fr.constantFrame(fr.Builder, b)
		for _, c := range fr.constantsUsedBy(b) {
			inner.vals[c] = fr.vals[c]
		}
		restore := fr.At(fr.defs[b].Decl.Pos())
		fr.vals[b] = inner.constantValue(b)
		restore()
	}
}
