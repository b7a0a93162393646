package shortcircuit

import (
	"math"

	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// sequence is a body while the pass works on it: a list of statements of which
// one can be taken out, or put elsewhere, at no cost that grows with the body.
type sequence struct {
	body        *ir.Body
	first, last *node
	outer       *node // the statement that the body is part of; nil for a function's
	inKernel    bool
	changed     bool
	start       *node         // comes before all of its nodes
	front       *facts.View   // what is known at its start, where asked before
	allocs      []*allocation // its own, but for those that are gone
}

// node is a statement in its sequence.
type node struct {
	stm        *ir.Stm
	prev, next *node
	in         *sequence
	at         float64     // orders the nodes of a sequence
	within     []*sequence // the bodies in the statement
	touches    ir.Names    // the blocks that it may use, in these bodies too
	// fails says whether the program may end with an error in it, once asked.
	fails, asked bool
}

// touch records that n may use block b.
func (n *node) touch(b name.Name) {
	if n.touches == nil {
		n.touches = ir.Names{}
	}
	n.touches.Add(b)
}

func newSequence(b *ir.Body, outer *node, inKernel bool) *sequence {
	q := &sequence{body: b, outer: outer, inKernel: inKernel}
	q.start = &node{in: q, at: math.Inf(-1)}
	return q
}

// append adds a statement at the end.
func (q *sequence) append(st *ir.Stm) *node {
	n := &node{stm: st, in: q, prev: q.last}
	if q.last == nil {
		q.first = n
	} else {
		q.last.next, n.at = n, q.last.at+1
	}
	q.last = n
	return n
}

// remove takes n out.
func (q *sequence) remove(n *node) {
	q.changed = true
	if n.prev == nil {
		q.first = n.next
	} else {
		n.prev.next = n.next
	}
	if n.next == nil {
		q.last = n.prev
	} else {
		n.next.prev = n.prev
	}
	n.prev, n.next = nil, nil
}

// insert puts n before m.
func (q *sequence) insert(n, m *node) {
	q.changed = true
	n.in, n.prev, n.next = q, m.prev, m
	if m.prev == nil {
		q.first, n.at = n, m.at-1
	} else {
		m.prev.next, n.at = n, (m.prev.at+m.at)/2
	}
	m.prev = n
	if n.at == m.at || n.prev != nil && n.at == n.prev.at {
		q.number()
	}
}

// number gives the nodes whole numbers again.
func (q *sequence) number() {
	for _, a := range q.allocs {
		a.known = false
	}
	at := 0.0
	for n := q.first; n != nil; n = n.next {
		n.at = at
		at++
	}
}

// restore makes the body what the sequence has become.
func (q *sequence) restore() {
	for n := q.first; n != nil; n = n.next {
		for _, inner := range n.within {
			inner.restore()
		}
	}
	if !q.changed {
		return
	}
	var out []*ir.Stm
	for n := q.first; n != nil; n = n.next {
		out = append(out, n.stm)
	}
	q.body.Stms = out
}

// isBefore reports whether n, if not nil, comes before what p stands for, which
// may be further inside. No node is before all nodes of its sequence.
func (q *sequence) isBefore(n, p *node) bool {
	for p != nil && p.in != q {
		p = p.in.outer
	}
	return p != nil && (n == nil || n.at < p.at)
}

// Sees reports whether what holds from p on is known at n. The start of a sequence is
// known at its nodes and at itself.
func (n *node) Sees(p facts.Point) bool {
	m := p.(*node)
	if m == m.in.start {
		return m.in.isBefore(nil, n)
	}
	return m.in.isBefore(m, n)
}

// viewAt returns the facts known at n.
func (s *shortcircuiter) viewAt(n *node) *facts.View {
	if n.in.front == nil {
		n.in.front = s.At(n.in.start, nil)
	}
	return s.At(n, n.in.front)
}

// enter makes the sequences of a body, which has the parameters ps, and of those
// within.
func (s *shortcircuiter) enter(b *ir.Body, ps []ir.Param, outer *node, inKernel bool) *sequence {
	q := newSequence(b, outer, inKernel)
	s.Bind(ps, nil, q.start)
	for _, p := range ps {
		s.bodies[p.Name] = q
	}
	for _, st := range b.Stms {
		n := q.append(st)
		for _, p := range st.Pat {
			s.definers[p.Name] = n
		}
		switch e := st.Exp.(type) {
		case *ir.Assert:
			s.Suppose(e.Cond, true, n)
		case *ir.Alloc:
			s.allocations[st.Pat[0].Name] = &allocation{node: n, block: st.Pat[0].Name}
			q.allocs = append(q.allocs, s.allocations[st.Pat[0].Name])
		case *ir.If:
			then, els := s.enter(e.Then, nil, n, inKernel), s.enter(e.Else, nil, n, inKernel)
			s.Suppose(e.Cond, true, then.start)
			s.Suppose(e.Cond, false, els.start)
			n.within = []*sequence{then, els}
		case *ir.Loop:
			n.within = []*sequence{s.enter(e.Body, e.Params, n, inKernel)}
		default:
			if k := ops.KernelOf(st.Exp); k != nil {
				n.within = []*sequence{s.enter(*k.Body, nil, n, true)}
			}
		}
		s.Bind(st.Pat, st.Exp, n)
	}
	return q
}

// defined is the node of sequence q that binds x, or binds it within; nil if x
// is bound outside.
func (s *shortcircuiter) defined(x name.Name, q *sequence) *node {
	n := s.definers[x]
	for n != nil && n.in != q {
		n = n.in.outer
	}
	return n
}
