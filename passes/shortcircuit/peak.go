package shortcircuit

import (
	"math"
	"slices"

	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// A block is in use from the first statement that uses it to the last. A source
// that is made in its place lets the destination's block begin when the source is
// created, together with all that is in use then. That must not be more than what
// was in use at the point, where the source and the destination were both there:
// else the peak of memory in use could grow (condition 7). What is only to be copied
// to the source or the destination later does not count: it is to be made there in
// its turn.

// keepsPeak refuses where the destination's block would be in use earlier than
// now, and together with more than at the point.
func (a *attempt) keepsPeak() *refusal {
	if to := a.allocations[a.point.block]; a.kernel != nil || a.over || to == nil || to.node.in != a.in {
		return nil // the block is there all the time
	}
	r := a.noHigher()
	if r != nil && a.postpone() {
		r = a.noHigher()
	}
	return r
}

// noHigher is keepsPeak with the creation where it is.
func (a *attempt) noHigher() *refusal {
	to := a.point.block
	first := a.life(a.allocations[to]).from
	own := sym.Poly{}
	if of := a.allocations[a.block]; of != nil {
		own = a.life(of).bytes
		if own.Equal(a.allocations[to].bytes) {
			return nil // it is there instead
		}
	}
	if a.creation.at >= first {
		return nil
	}
	looked := 0
	ending := a.endingBetween(first)
	for n := a.creation; n.at < first && n != a.at; n = n.next {
		if looked++; looked > maxEarly {
			return refuse(7, "%s would be in use much earlier", to.Base)
		}
		if takesMemory(n.stm) && !(n == a.alloc && onlyResults(n)) {
			return refuse(7, "%s would be in use during the %s at %v, which takes memory", to.Base, n.stm.Exp.Op(), n.stm.Pos)
		}
		if r := a.noMoreThan(n, own, ending); r != nil {
			return r
		}
	}
	return nil
}

// maxEarly bounds the statements before which a block may come to be in use.
const maxEarly = 100

// postpone moves a creation that takes nothing but scalars to just before what uses
// the source's block next, so that the destination's need not be there earlier. It
// reports whether there was anything to do.
func (a *attempt) postpone() bool {
	if !facts.Postponable(a.creation.stm.Exp) {
		return false
	}
	switch e := a.creation.stm.Exp.(type) {
	case *ir.Replicate:
		if a.Array(e.Value.Name) != nil {
			return false
		}
	case *ir.Literal:
		if slices.ContainsFunc(e.Elems, func(x ir.Atom) bool { return a.Array(x.Name) != nil }) {
			return false
		}
	}
	next := a.at
	for _, n := range a.users[a.block] {
		if n.in == a.in && n.at > a.creation.at && n.at < next.at {
			next = n
		}
	}
	if next == a.creation.next {
		return false
	}
	a.before = a.creation.next
	a.in.remove(a.creation)
	a.in.insert(a.creation, next)
	a.allocations[a.block].known = false
	return true
}

// restore moves a creation back that was postponed for nothing. What was found out
// where it stood is not known where it stands then.
func (a *attempt) restore() {
	if a.before == nil {
		return
	}
	a.in.remove(a.creation)
	a.in.insert(a.creation, a.before)
	a.allocations[a.block].known = false
	a.Withdraw(a.creation)
}

// counted reports whether block b is neither the destination nor the source's.
func (a *attempt) counted(b *allocation) bool {
	return b.block != a.point.block && !a.MayBe(b.block, a.block)
}

// endingBetween are the blocks, but for the source's and the destination's, that are
// in use somewhere from the creation on, before first, and not any more at the point.
func (a *attempt) endingBetween(first float64) []*allocation {
	var out []*allocation
	for _, b := range a.in.allocs {
		a.life(b)
		if b.from < first && a.creation.at <= b.last && b.last < a.at.at && a.counted(b) && !a.isJoining(b) {
			out = append(out, b)
		}
	}
	return out
}

// noMoreThan refuses where what is in use at n, and not any more at the point, may
// be more than the source's own bytes and what is in use at the point only.
func (a *attempt) noMoreThan(n *node, own sym.Poly, ending []*allocation) *refusal {
	early, late := sym.Poly{}, own
	var sizes sym.Facts
	for _, b := range ending {
		if b.from <= n.at && n.at <= b.last {
			early = early.Add(b.bytes)
			sizes = append(sizes, sym.Ge(b.bytes, sym.Const(0)))
		}
	}
	if early.IsZero() {
		return nil
	}
	for _, b := range a.in.allocs {
		if a.life(b); n.at < b.from && b.from <= a.at.at && a.at.at <= b.last && a.counted(b) {
			late = late.Add(b.bytes)
			sizes = append(sizes, sym.Ge(b.bytes, sym.Const(0)))
		}
	}
	more := late.Sub(early)
	if a.view.NonNegGiven(more, sizes) {
		return nil
	}
	return refuse(7, "%s would be in use from the %s at %v on, together with %v bytes that are free in the end; %v bytes are in use then only",
		a.point.block.Base, n.stm.Exp.Op(), n.stm.Pos, early, late)
}

// isJoining reports whether block b is last used by a statement that copies it to
// the source's block or the destination's, or to what is copied there in its turn.
func (a *attempt) isJoining(b *allocation) bool {
	for _, n := range a.users[b.block] {
		if n.in != a.in || n.at != b.last || len(n.stm.Pat) != 1 || n.stm.Pat[0].At == nil {
			continue
		}
		switch n.stm.Exp.(type) {
		case *ir.Concat, *ir.Copy, *ir.Update, *ir.FlatUpdate, *ir.Literal:
			to := n.stm.Pat[0].At.Block
			if to == a.block || to == a.point.block {
				return true
			}
			next := a.allocations[to]
			if next != nil && next.node.in == a.in && a.life(next).last > b.last && a.isJoining(next) {
				return true
			}
		}
	}
	return false
}

// allocation is a block that a body allocates, of a size, and from which node to
// which it is in use, if that is known.
type allocation struct {
	block      name.Name
	node       *node
	bytes      sym.Poly
	from, last float64
	known      bool
}

// life finds out where a block is in use.
func (s *shortcircuiter) life(b *allocation) *allocation {
	if b.known {
		return b
	}
	b.known = true
	b.bytes = s.Unfold(s.bytes(b.node.stm.Exp.(*ir.Alloc).Bytes))
	b.from, b.last = math.Inf(1), math.Inf(-1)
	for _, n := range s.users[b.block] {
		if n.in == b.node.in && n != b.node {
			b.from, b.last = min(b.from, n.at), max(b.last, n.at)
		}
	}
	for _, r := range b.node.in.body.Result {
		if p := s.Array(r.Name); r.Name == b.block || p != nil && p.At.Block == b.block {
			b.last = math.Inf(1)
		}
	}
	return b
}

// drop takes out an allocation that goes.
func (q *sequence) drop(b *allocation) {
	q.allocs = slices.DeleteFunc(q.allocs, func(c *allocation) bool { return c == b })
}

// takesMemory reports whether st allocates for itself.
func takesMemory(st *ir.Stm) bool {
	_, allocates := st.Exp.(*ir.Alloc)
	return !allocates && ops.Allocates(st) == ops.AllocatesAnything
}

// onlyResults reports whether each branch of n, which decides where the source lies,
// allocates no more than one block itself: that which is in use at the point, too.
func onlyResults(n *node) bool {
	for _, q := range n.within {
		own := 0
		for m := q.first; m != nil; m = m.next {
			if _, allocates := m.stm.Exp.(*ir.Alloc); allocates {
				own++
			} else if takesMemory(m.stm) {
				return false
			}
		}
		if own > 1 {
			return false
		}
	}
	return true
}

// bytes is a number of bytes, with saturated products taken for products: where
// they are not, there is not enough memory.
func (s *shortcircuiter) bytes(x ir.Atom) sym.Poly {
	if e, ok := s.Def(x.Name).(*ir.Prim); ok && e.Fn == scalar.MulSat {
		return s.bytes(e.Args[0]).Mul(s.bytes(e.Args[1]))
	}
	return x.Poly()
}
