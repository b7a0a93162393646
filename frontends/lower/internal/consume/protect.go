package consume

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Protect makes a finished function, after Close, obey the rule of consumption: an array
// that is consumed, or that may share memory with one, is not used afterwards. A checker of
// uniqueness types has seen to it, but for values whose parts it takes for new while the
// lowering shares them (a zip is no new array here). There, and wherever else in doubt, a
// copy is consumed instead. The functions that fun calls are in funs, by name, and closed.
func (f *Flow) Protect(fun *ir.Fun, names *name.Supply, funs map[string]*ir.Fun) {
	consumes := false
	w := &ir.Walker{Stm: func(s *ir.Stm) { consumes = consumes || len(consumedBy(funs, s)) > 0 }}
	w.Fun(fun)
	if !consumes {
		return
	}
	g := guard{flow: f, names: names, funs: funs, borrowed: ir.Names{}, frees: ir.Frees{}}
	if fun.Entry != nil {
		for _, param := range fun.Params {
			if !param.Unique {
				g.borrowed.Add(param.Name)
			}
		}
	}
	g.body(fun.Body, g.newInUse())
}

// guard walks bodies backwards.
type guard struct {
	flow     *Flow
	names    *name.Supply
	funs     map[string]*ir.Fun
	borrowed ir.Names // may never be consumed here
	frees    ir.Frees // a copy is bound where it is used, and copies what was used there
}

// body protects b, after which the names in live are used.
func (g *guard) body(b *ir.Body, live *inUse) {
	defer live.undo(len(live.done))
	for _, r := range b.Result {
		live.addAtom(r)
	}
	var out []*ir.Stm // in reverse
	for i := len(b.Stms) - 1; i >= 0; i-- {
		s := b.Stms[i]
		for _, p := range s.Pat {
			live.remove(p.Name)
		}
		copies := g.operands(s, live)
		g.inside(s, live)
		out = append(append(out, s), copies...)
		for n := range g.frees.Stm(s) {
			live.add(n)
		}
		for _, c := range copies {
			live.remove(c.Pat[0].Name)
			live.add(c.Exp.(*ir.Copy).Array)
		}
	}
	if len(out) == len(b.Stms) {
		return
	}
	slices.Reverse(out)
	b.Stms = out
}

// operands copies what s consumes where that may share memory with what is live
// after s or with what s uses besides. It returns the copies.
func (g *guard) operands(s *ir.Stm, live *inUse) []*ir.Stm {
	var copies []*ir.Stm
	var besides *inUse // what s uses
	for _, c := range consumedBy(g.funs, s) {
		if besides == nil {
			besides = g.usedBy(s)
		}
		if g.isBorrowed(*c) || live.sharing(*c) > 0 || besides.sharing(*c) > besides.own(*c) {
			copies = append(copies, g.copy(c, s))
			besides = nil // s has changed
		}
	}
	return copies
}

// usedBy is what s uses: once each name, but for the arguments of a call, and
// for what a loop uses in every iteration.
func (g *guard) usedBy(s *ir.Stm) *inUse {
	out := g.newInUse()
	for n := range g.frees.Stm(s) {
		out.add(n)
	}
	switch e := s.Exp.(type) {
	case *ir.Call:
		for n, times := range occurrences(e.Args) {
			if times > 1 {
				out.again(n)
			}
		}
	case *ir.Loop:
		for n := range g.freeInLoop(e) {
			out.again(n)
		}
	}
	return out
}

func occurrences(as []ir.Atom) map[name.Name]int {
	out := map[name.Name]int{}
	for _, a := range as {
		if a.IsVar() {
			out[a.Name]++
		}
	}
	return out
}

// inside protects the bodies in s.
func (g *guard) inside(s *ir.Stm, live *inUse) {
	switch e := s.Exp.(type) {
	case *ir.If:
		g.body(e.Then, live)
		g.body(e.Else, live)
	case *ir.Loop:
		defer live.undo(len(live.done))
		// The next iteration uses again what this one uses.
		for n := range g.freeInLoop(e) {
			live.add(n)
		}
		g.body(e.Body, live)
		g.loopResults(s, e, live)
	default:
		ir.EachBody(s.Exp, func(b *ir.Body) {
			inner := *g
			inner.borrowed = union(g.borrowed, g.frees.Body(b))
			again := g.newInUse()
			for n := range inner.borrowed {
				again.add(n)
			}
			inner.body(b, again)
		})
	}
}

// loopResults copies what the body returns for a parameter that it consumes,
// where that is used in a later iteration too.
func (g *guard) loopResults(s *ir.Stm, e *ir.Loop, live *inUse) {
	for _, r := range e.Body.Result {
		if r.IsVar() {
			live.again(r.Name)
		}
	}
	for i, p := range e.Params {
		if !p.Unique {
			continue
		}
		r := e.Body.Result[i].Name
		if g.isBorrowed(r) || live.sharing(r) > 1 { // itself is one
			fresh := g.names.Like(r)
			e.Body.Stms = append(e.Body.Stms, &ir.Stm{Pat: []ir.Param{{Name: fresh, Type: p.Type}}, Exp: &ir.Copy{Array: r}, Pos: s.Pos})
			e.Body.Result[i] = ir.Var(fresh)
			live.change(r, -1, false)
		}
	}
}

// freeInLoop are the names that every iteration uses.
func (g *guard) freeInLoop(e *ir.Loop) ir.Names {
	free := maps.Clone(g.frees.Body(e.Body))
	for _, p := range e.Params {
		delete(free, p.Name)
	}
	delete(free, e.Index)
	return free
}

// consumedBy are the operands that s consumes, to be replaced in place.
func consumedBy(funs map[string]*ir.Fun, s *ir.Stm) []*name.Name {
	return ops.Of(s.Exp).ConsumedParts(s.Exp, func(f string) *ir.Fun { return funs[f] })
}

// copy replaces a consumed operand of s by a copy.
func (g *guard) copy(operand *name.Name, s *ir.Stm) *ir.Stm {
	fresh := g.names.Like(*operand)
	c := &ir.Stm{Pat: []ir.Param{{Name: fresh, Type: g.flow.types[*operand]}}, Exp: &ir.Copy{Array: *operand}, Pos: s.Pos}
	*operand = fresh
	return c
}

// isBorrowed reports whether n may share memory with what may not be consumed.
func (g *guard) isBorrowed(n name.Name) bool {
	return slices.ContainsFunc(g.flow.roots(n), g.borrowed.Has)
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
