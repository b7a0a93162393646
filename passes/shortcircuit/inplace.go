package shortcircuit

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// A kernel may write its result over an array that it reads, if that is of no use
// afterwards, and no iteration reads what another one overwrites. So may a loop that
// fills an array, which a map within a kernel comes to, if no later iteration reads what
// one overwrites. That is a short-circuit, too: as if the result were copied to that
// array's place at the end of its life.

// inPlace are the points that put results of the kernel or loop n over arrays it reads.
func (s *shortcircuiter) inPlace(n *node) []*point {
	var out []*point
	var read []name.Name // by n
	taken := s.carried(n)
	for _, k := range s.filled(n) {
		p := n.stm.Pat[k]
		if !s.isOwnBlock(p.At.Block, n) {
			continue
		}
		if read == nil {
			read = slices.DeleteFunc(slices.SortedFunc(maps.Keys(ir.FreeInExp(n.stm.Exp)), name.Compare), func(x name.Name) bool { return s.Array(x) == nil })
		}
		if x := s.overwritable(n, &n.stm.Pat[k], read, taken); x != nil {
			taken.Add(x.At.Block)
			out = append(out, &point{
				what: "in place of " + x.Name.Base, pos: n.stm.Pos, in: n.in,
				source: p.Name, block: x.At.Block, whole: x.At.Index, over: true,
			})
		}
	}
	return out
}

// carried are the blocks of the arrays that n carries, if it is a loop: it writes them.
func (s *shortcircuiter) carried(n *node) ir.Names {
	blocks := ir.Names{}
	if e, ok := n.stm.Exp.(*ir.Loop); ok {
		for _, init := range e.Inits {
			if p := s.Array(init.Name); p != nil {
				blocks.Add(p.At.Block)
			}
		}
	}
	return blocks
}

// filled are the results of n that are arrays of which n writes every element, or may do so.
func (s *shortcircuiter) filled(n *node) (out []int) {
	for k, p := range n.stm.Pat {
		if p.At == nil {
			continue
		}
		switch e := n.stm.Exp.(type) {
		case *ir.SegMap:
			if k < len(n.stm.Pat)-len(e.Writes) {
				out = append(out, k)
			}
		case *ir.Loop:
			if s.isEmpty(e.Inits[k].Name) {
				out = append(out, k)
			}
		}
	}
	return out
}

// isEmpty reports whether array x is a scratch.
func (s *shortcircuiter) isEmpty(x name.Name) bool {
	at := s.definers[x]
	if at == nil {
		return false
	}
	_, empty := at.stm.Exp.(*ir.Scratch)
	return empty
}

// isOwnBlock reports whether b is allocated beside n.
func (s *shortcircuiter) isOwnBlock(b name.Name, n *node) bool {
	at := s.definers[b]
	if at == nil || at.in != n.in {
		return false
	}
	_, allocates := at.stm.Exp.(*ir.Alloc)
	return allocates
}

// overwritable finds an array like y among those that n reads that nobody uses after
// n.
func (s *shortcircuiter) overwritable(n *node, y *ir.Param, read []name.Name, taken ir.Names) *ir.Param {
	for _, x := range read {
		p := s.Array(x)
		if p.Type.Elem != y.Type.Elem || !s.same(p.At.Index, y.At.Index) ||
			p.At.Block == y.At.Block || taken.Has(p.At.Block) ||
			!s.isOwnBlock(p.At.Block, n) || s.IsPassed(p.At.Block) {
			continue
		}
		if !s.usedAfter(p.At.Block, n) {
			return p
		}
	}
	return nil
}

// usedAfter reports whether block b is used after n.
func (s *shortcircuiter) usedAfter(b name.Name, n *node) bool {
	if slices.ContainsFunc(s.users[b], func(m *node) bool { return m.in == n.in && m.at > n.at }) {
		return true
	}
	return slices.ContainsFunc(n.in.body.Result, func(r ir.Atom) bool {
		p := s.Array(r.Name)
		return p != nil && p.At.Block == b
	})
}

// onlyReturned reports whether block b is passed on by nothing but the body that
// it is allocated in, as its result.
func (a *attempt) onlyReturned(b name.Name) bool {
	count := 0
	w := &ir.Walker{Atom: func(x *ir.Atom) {
		if x.Name == b {
			count++
		}
	}}
	for _, n := range a.users[b] {
		if n.in == a.in {
			w.InStm(n.stm)
		}
	}
	return count == 0
}

// rename makes the body return block to instead of the source's, and those who
// know where results come from know that.
func (a *attempt) rename(to name.Name) {
	returned := false
	for i, r := range a.in.body.Result {
		if r == ir.Var(a.block) {
			a.in.body.Result[i], returned = ir.Var(to), true
			a.Pass(to)
		}
	}
	if !returned || a.in.outer == nil {
		return
	}
	binders := a.in.outer.stm.Pat
	if e, ok := a.in.outer.stm.Exp.(*ir.Loop); ok {
		binders = slices.Concat(binders, e.Params)
	}
	a.Replace(binders, a.block, to)
}

// last is the statement up to which the source is looked at.
func (a *attempt) last() *node {
	if a.at != nil {
		return a.at.prev
	}
	if !a.over {
		return a.in.last
	}
	last := a.creation
	for _, n := range a.users[a.block] {
		if n.in == a.in && n.at > last.at {
			last = n
		}
	}
	return last
}
