package specialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// protect makes a finished function obey the rule of consumption: an array that
// is consumed, or that may share memory with one, is not used afterwards. The
// checker of uniqueness types has seen to it, but for values whose parts it
// takes for new while the lowering shares them (a zip is no new array here).
// There, and wherever else in doubt, a copy is consumed instead.
func (p *program) protect(fun *ir.Fun) {
	consumes := false
	w := &ir.Walker{Stm: func(s *ir.Stm) { consumes = consumes || len(consumedBy(p, s)) > 0 }}
	w.Fun(fun)
	if !consumes {
		return
	}
	g := guard{program: p, borrowed: ir.Names{}}
	if fun.Entry != nil {
		for _, param := range fun.Params {
			if !param.Unique {
				g.borrowed.Add(param.Name)
			}
		}
	}
	g.body(fun.Body, ir.Names{})
}

// guard walks bodies backwards.
type guard struct {
	*program
	borrowed ir.Names // may never be consumed here
}

// body protects b, after which the names in after are used.
func (g *guard) body(b *ir.Body, after ir.Names) {
	live := union(after, nil)
	addAtoms(live, b.Result)
	var out []*ir.Stm // in reverse
	for i := len(b.Stms) - 1; i >= 0; i-- {
		s := b.Stms[i]
		for _, p := range s.Pat {
			delete(live, p.Name)
		}
		var copies []*ir.Stm
		for _, c := range consumedBy(g.program, s) {
			if g.conflict(*c, union(live, g.besides(s, *c))) {
				copies = append(copies, g.copy(c, s))
			}
		}
		g.inside(s, live)
		out = append(append(out, s), copies...)
		for n := range ir.FreeInStm(s) {
			live.Add(n)
		}
		for _, c := range copies {
			delete(live, c.Pat[0].Name)
			live.Add(c.Exp.(*ir.Copy).Array)
		}
	}
	if len(out) == len(b.Stms) {
		return
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	b.Stms = out
}

// besides are the names that s uses, without one use of n.
func (g *guard) besides(s *ir.Stm, n name.Name) ir.Names {
	out := ir.FreeInStm(s)
	if c, ok := s.Exp.(*ir.Call); ok {
		if slices.Index(c.Args, ir.Var(n)) != lastIndex(c.Args, ir.Var(n)) {
			return out
		}
	}
	delete(out, n)
	if l, ok := s.Exp.(*ir.Loop); ok {
		return union(out, freeInLoop(l))
	}
	return out
}

func lastIndex(as []ir.Atom, a ir.Atom) int {
	for i := len(as) - 1; i >= 0; i-- {
		if as[i] == a {
			return i
		}
	}
	return -1
}

// inside protects the bodies of s, after which the names in after are used.
func (g *guard) inside(s *ir.Stm, after ir.Names) {
	switch e := s.Exp.(type) {
	case *ir.If:
		g.body(e.Then, after)
		g.body(e.Else, after)
	case *ir.Loop:
		// The next iteration uses again what this one uses.
		again := union(after, freeInLoop(e))
		g.body(e.Body, again)
		g.loopResults(e, again)
	default:
		w := &ir.Walker{Body: func(b *ir.Body) bool {
			inner := guard{g.program, union(g.borrowed, ir.FreeInBody(b))}
			inner.body(b, inner.borrowed)
			return false
		}}
		w.Exp(s.Exp)
	}
}

// loopResults copies what the body returns for a parameter that it consumes,
// where that is used in a later iteration too.
func (g *guard) loopResults(e *ir.Loop, again ir.Names) {
	for i, p := range e.Params {
		if !p.Unique {
			continue
		}
		live := union(again, nil)
		addAtoms(live, e.Body.Result[:i])
		addAtoms(live, e.Body.Result[i+1:])
		r := e.Body.Result[i].Name
		if g.conflict(r, live) {
			fresh := g.names.Like(r)
			e.Body.Stms = append(e.Body.Stms, &ir.Stm{Pat: []ir.Param{{Name: fresh, Type: p.Type}}, Exp: &ir.Copy{Array: r}})
			e.Body.Result[i] = ir.Var(fresh)
		}
	}
}

// freeInLoop are the names that every iteration uses.
func freeInLoop(e *ir.Loop) ir.Names {
	free := ir.FreeInBody(e.Body)
	for _, p := range e.Params {
		delete(free, p.Name)
	}
	delete(free, e.Index)
	return free
}

// consumedBy are the operands that s consumes, to be replaced in place.
func consumedBy(p *program, s *ir.Stm) []*name.Name {
	var out []*name.Name
	switch e := s.Exp.(type) {
	case *ir.Update:
		out = append(out, &e.Array)
	case *ir.FlatUpdate:
		out = append(out, &e.Array)
	case *ir.Scatter:
		for i := range e.Dests {
			out = append(out, &e.Dests[i].Array)
		}
	case *ir.Hist:
		for i := range e.Ops {
			for j := range e.Ops[i].Dests {
				out = append(out, &e.Ops[i].Dests[j])
			}
		}
	case *ir.Loop:
		for i := range e.Params {
			if e.Params[i].Unique {
				out = append(out, &e.Inits[i].Name)
			}
		}
	case *ir.Call:
		for i, param := range p.byName[e.Fun].Params {
			if param.Unique && param.Type.IsArray() {
				out = append(out, &e.Args[i].Name)
			}
		}
	}
	return out
}

// copy replaces a consumed operand of s by a copy.
func (g *guard) copy(operand *name.Name, s *ir.Stm) *ir.Stm {
	fresh := g.names.Like(*operand)
	c := &ir.Stm{Pat: []ir.Param{{Name: fresh, Type: g.flow.types[*operand]}}, Exp: &ir.Copy{Array: *operand}, Pos: s.Pos}
	*operand = fresh
	return c
}

// conflict reports whether n may share memory with what is live or borrowed.
func (g *guard) conflict(n name.Name, live ir.Names) bool {
	roots := g.flow.roots(n)
	for _, r := range roots {
		if g.borrowed.Has(r) {
			return true
		}
	}
	for l := range live {
		if !g.flow.types[l].IsArray() {
			continue
		}
		for _, r := range g.flow.roots(l) {
			if slices.Contains(roots, r) {
				return true
			}
		}
	}
	return false
}

func union(a, b ir.Names) ir.Names {
	out := make(ir.Names, len(a)+len(b))
	for n := range a {
		out.Add(n)
	}
	for n := range b {
		out.Add(n)
	}
	return out
}

func addAtoms(ns ir.Names, as []ir.Atom) {
	for _, a := range as {
		if a.IsVar() {
			ns.Add(a.Name)
		}
	}
}
