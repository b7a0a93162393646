package cooperate

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// access is an element that a loop's body touches.
type access struct {
	block name.Name
	elem  scalar.Type
	index imp.Expr
	loops []*imp.For // inside the loop, around it
}

// independent reports whether no iteration of l touches an element that another one
// stores, if the conditions hold that it adds to needs. Indices are compared as
// polynomials: their difference, for two iterations, lacks 0 if it has one sign, or lies
// between two neighbouring multiples of what is multiplied with the loop's index.
func (k *kernel) independent(l *imp.For, around []loop, needs *conditions) bool {
	if l.Type != scalar.I64 || !k.ownsVariables(l.Body) {
		return false
	}
	stores, loads, ok := accesses(l.Body)
	if !ok || len(stores) == 0 {
		return false
	}
	for i, w := range stores {
		for _, other := range stores[i:] {
			if !k.apart(l, around, w, other, needs) {
				return false
			}
		}
		for _, r := range loads {
			if !k.apart(l, around, w, r, needs) {
				return false
			}
		}
	}
	return true
}

// ownsVariables reports whether list assigns only variables that it declares.
func (k *kernel) ownsVariables(list []imp.Stm) bool {
	declared, assigned := imp.Names{}, imp.Names{}
	imp.Walk(list, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			declared[d.Name] = true
		}
		imp.Assigns(s, assigned)
		return true
	})
	for n := range assigned {
		if !declared[n] {
			return false
		}
	}
	return true
}

// accesses are the stores and loads in list; ok is false where there are too many, or a
// loop counts with other numbers than i64.
func accesses(list []imp.Stm) (stores, loads []access, ok bool) {
	ok = true
	var visit func(list []imp.Stm, loops []*imp.For)
	visit = func(list []imp.Stm, loops []*imp.For) {
		for _, s := range list {
			imp.EachLoad(s, func(l *imp.Load) { loads = append(loads, access{l.Block, l.Elem, l.Index, loops}) })
			inner := loops
			switch s := s.(type) {
			case *imp.Store:
				stores = append(stores, access{s.Block, s.Elem, s.Index, loops})
			case *imp.For:
				ok = ok && s.Type == scalar.I64
				inner = append(loops[:len(loops):len(loops)], s)
			}
			for _, body := range imp.Bodies(s) {
				visit(body, inner)
			}
		}
	}
	visit(list, nil)
	return stores, loads, ok && len(stores)*(len(stores)+len(loads)) <= maxPairs
}

// maxPairs bounds the pairs of accesses that are compared.
const maxPairs = 400

// apart reports whether w in one iteration of l and r in another touch different
// elements.
func (k *kernel) apart(l *imp.For, around []loop, w, r access, needs *conditions) bool {
	if !k.mayBeOne(l, w.block, r.block) {
		return true
	}
	if w.elem != r.elem {
		return false
	}
	here := k.iteration(l, around, w, nil)
	there := k.iteration(l, around, r, map[name.Name]name.Name{})
	if here == nil || there == nil {
		return false
	}
	s := &scope{host: k.host, typical: k.typical}
	s.loops = append(append(append(s.loops, around...), here.loops...), there.loops...)
	return s.different(here, there, true, needs)
}

// iteration is an access in some iteration of a loop.
type iteration struct {
	at    sym.Poly
	index name.Name // of the loop
	loops []loop    // that loop and those inside, around the access
}

// iteration gives what is declared in l other names if to is given; nil if the index is
// no polynomial.
func (k *kernel) iteration(l *imp.For, around []loop, a access, to map[name.Name]name.Name) *iteration {
	if to != nil {
		inside := imp.Changes(l.Body)
		inside[l.Index] = true
		for n := range inside {
			to[n] = name.Name{Base: n.Base + "'", ID: n.ID}
			k.inside[to[n]] = true
		}
	}
	rename := func(p sym.Poly) sym.Poly {
		if to == nil {
			return p
		}
		return p.Subst(func(n name.Name) (sym.Poly, bool) { m, ok := to[n]; return sym.Var(m), ok })
	}
	out := &iteration{index: l.Index}
	if to != nil {
		out.index = to[l.Index]
	}
	for _, f := range append([]*imp.For{l}, a.loops...) {
		bound, ok := k.poly(f.Bound)
		if !ok {
			return nil
		}
		index := f.Index
		if to != nil {
			index = to[index]
		}
		out.loops = append(out.loops, loop{index, rename(bound)})
	}
	at, ok := k.poly(a.index)
	if !ok {
		return nil
	}
	out.at = rename(at)
	return out
}

// different looks for conditions under which w and r, in two iterations, differ; apart
// says that their indices do.
func (s *scope) different(w, r *iteration, apart bool, needs *conditions) bool {
	d := w.at.Sub(r.at)
	if !d.Exact() {
		return false
	}
	found := false
	s.ways(d, w, r, apart, func(way conditions) bool {
		found = needs.admit(way)
		return found
	})
	return found
}

// ways finds lists of conditions of which each is enough, those that look good first,
// until one will do.
func (s *scope) ways(d sym.Poly, w, r *iteration, apart bool, do func(conditions) bool) {
	done := false
	try := func(f func(c *conditions) bool) {
		var c conditions
		done = done || f(&c) && c.likely(s.typical) && do(c)
	}
	one := sym.Const(1)
	// All differences are positive, or negative.
	for _, sign := range []sym.Poly{d, d.Neg()} {
		try(func(c *conditions) bool {
			low, ok := s.extreme(sign, false, c)
			return ok && c.need(low.Sub(one)) && s.bounded(sign, c)
		})
	}
	rest, step, ok1 := guards.Linear(d, w.index)
	rest, back, ok2 := guards.Linear(rest, r.index)
	if done || !ok1 || !ok2 || !s.known(step) || !s.known(back) {
		return
	}
	g := step
	if g.IsZero() {
		g = back
	}
	if !positive(g) {
		g = g.Neg()
	}
	// between is that the rest lies between p and q.
	between := func(p, q sym.Poly) {
		try(func(c *conditions) bool {
			low, ok := s.extreme(rest, false, c)
			high, ok2 := s.extreme(rest, true, c)
			return ok && ok2 && c.need(g.Sub(one)) && c.need(low.Sub(p).Sub(one)) && c.need(q.Sub(high).Sub(one)) && s.bounded(d, c)
		})
	}
	switch {
	case g.IsZero():
		return
	case step.Equal(back.Neg()):
		if apart { // the multiple is not 0
			between(g.Neg(), g)
		}
	case !step.IsZero() && !back.IsZero():
		return
	}
	for q := int64(-3); q <= 2; q++ {
		between(g.Scale(q), g.Scale(q+1))
	}
}

// bounded sees to that all of d's values are numbers of 64 bits.
func (s *scope) bounded(d sym.Poly, c *conditions) bool {
	for _, most := range []bool{false, true} {
		p, ok := s.extreme(d, most, c)
		if !ok {
			return false
		}
		c.size(p)
	}
	return true
}
