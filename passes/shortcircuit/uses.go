package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// mayShare is mayBe, but for blocks that are allocated after the other name was
// bound: that names something else then, be it what an earlier iteration made.
func (s *shortcircuiter) mayShare(a, b name.Name) bool {
	return s.MayBe(a, b) && !s.isOlder(a, b) && !s.isOlder(b, a)
}

// isOlder reports whether a is bound before b is allocated.
func (s *shortcircuiter) isOlder(a, b name.Name) bool {
	at := s.definers[b]
	if at == nil {
		return false
	}
	if _, allocates := at.stm.Exp.(*ir.Alloc); !allocates {
		return false
	}
	if q := s.bodies[a]; q != nil {
		return q.isBefore(nil, at)
	}
	n := s.definers[a]
	return n != nil && n != at && n.in.isBefore(n, at)
}

// touch records which blocks the statements from one up to another use, and who uses
// the blocks that are bound in them.
func (s *shortcircuiter) touch(from, upTo *node) {
	var of *node
	w := &ir.Walker{
		Atom: func(a *ir.Atom) { s.touched(of, a.Name) },
		Var:  func(v *name.Name) { s.touched(of, *v) },
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				s.touched(of, p.Name)
			}
		},
		Body: func(b *ir.Body) bool {
			return !slices.ContainsFunc(of.within, func(q *sequence) bool { return q.body == b })
		},
	}
	var touch func(n *node)
	touch = func(n *node) {
		for _, inner := range n.within {
			for m := inner.first; m != nil; m = m.next {
				touch(m)
			}
			for m := inner.first; m != nil; m = m.next {
				for b := range m.touches {
					n.touch(b)
				}
			}
			for _, r := range inner.body.Result {
				s.touched(n, r.Name)
			}
		}
		of = n
		w.InStm(n.stm)
	}
	for n := from; n != nil && n != upTo; n = n.next {
		touch(n)
	}
}

// touched records that n uses array v, or block v.
func (s *shortcircuiter) touched(n *node, v name.Name) {
	if b, ok := s.BlockOf(v); ok {
		s.use(n, b)
	}
}

// use records that n uses block b.
func (s *shortcircuiter) use(n *node, b name.Name) {
	for _, g := range s.Grounds(b) {
		n.touch(g)
	}
	at := s.definers[b]
	if at == nil {
		return
	}
	for n != nil && n.in != at.in {
		n = n.in.outer
	}
	if known := s.users[b]; n != nil && (len(known) == 0 || known[len(known)-1] != n) {
		s.users[b] = append(known, n)
		if of := s.allocations[b]; of != nil && n != of.node {
			of.from, of.last = min(of.from, n.at), max(of.last, n.at)
		}
	}
}

// uses reports whether n may use block b.
func (s *shortcircuiter) uses(n *node, b name.Name) bool {
	if n.touches.Has(alias.Anywhere) {
		return true
	}
	for _, g := range s.Grounds(b) {
		if g == alias.Anywhere && len(n.touches) > 0 || n.touches.Has(g) {
			return true
		}
	}
	return false
}

// adopt records that what used block b uses block to now.
func (s *shortcircuiter) adopt(b, to name.Name) {
	grounds := s.Grounds(b)
	var visit func(n *node)
	visit = func(n *node) {
		if !slices.ContainsFunc(grounds, n.touches.Has) {
			return
		}
		s.use(n, to)
		for _, q := range n.within {
			for m := q.first; m != nil; m = m.next {
				visit(m)
			}
		}
	}
	for _, n := range s.users[b] {
		if n == s.definers[b] {
			continue // the allocation goes
		}
		visit(n)
		for up := n.in.outer; up != nil; up = up.in.outer {
			s.use(up, to)
		}
	}
}
