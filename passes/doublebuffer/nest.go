package doublebuffer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/liveness"
	"github.com/lamina-lang/lamina/core/name"
)

// An outer loop whose array is what an inner loop makes of it would allocate anew, in
// each of its iterations, the two blocks that alternate in the inner one:
//
//	loop(cur = init) {
//	  next = alloc(bytes); spare = alloc(bytes)
//	  (last, …) = loop(c = cur, n = next, s = spare) { …; in (n, s, n) }
//	  in last
//	}
//
// It carries them instead. The inner loop ends with c, the block that it wrote last,
// n, another one, which is written next, and s, which is either c or free. So s may be
// what cur is in the next iteration of the outer loop. It is written in the second
// iteration of the inner one, when nobody may need cur any more; its initial block is
// never written.

// pair is a block that a loop carries, and the two that alternate to be written: the
// places of the parameters.
type pair struct{ current, next, spare int }

// nest makes the loop carry the blocks that alternate in a loop within it for
// parameter k, and reports whether it did.
func (l *loop) nest(k int) bool {
	for at, s := range l.loop.Body.Stms {
		inner, ok := s.Exp.(*ir.Loop)
		if !ok {
			continue
		}
		for _, p := range l.pairs[inner] {
			if s.Pat[p.current].Name == l.loop.Body.Result[k].Name && inner.Inits[p.current] == ir.Var(l.loop.Params[k].Name) {
				return l.adopt(k, at, p)
			}
		}
	}
	return false
}

// adopt makes the loop carry the blocks of a pair of the loop at a place of its body,
// if nobody else has to do with them, their sizes are known before and nothing else is
// allocated in an iteration.
func (l *loop) adopt(k, at int, p pair) bool {
	l.settle()
	defer l.settle()
	body, s := l.loop.Body, l.loop.Body.Stms[at]
	inner := s.Exp.(*ir.Loop)
	next, spare := inner.Inits[p.next].Name, inner.Inits[p.spare].Name
	a, b := allocated(body, next), allocated(body, spare)
	if !l.kernel && l.loop.Index.IsZero() { // how often it runs is not known before
		return false
	}
	if a < 0 || b < 0 || l.needed(k, at, p) || l.known(k, at, p) {
		return false
	}
	for i, other := range body.Stms {
		if i != at && i != a && i != b && reserves(other) && !l.kernel {
			return false
		}
	}
	allocs := []*ir.Stm{body.Stms[a], body.Stms[b]}
	once, sizes, ok := l.size(allocs[0].Exp.(*ir.Alloc).Bytes)
	twice, more, ok2 := l.size(allocs[1].Exp.(*ir.Alloc).Bytes)
	if !ok || !ok2 || !l.unit.Rewrite() {
		return false
	}
	for _, s := range more {
		if !slices.Contains(sizes, s) {
			sizes = append(sizes, s)
		}
	}
	l.hoist(sizes)
	// The spare block is needed in the second iteration of all that the inner loop runs.
	bytes := []ir.Atom{l.atLeast(1, once), l.ifRuns(2, once, l.atLeast(1, twice))}
	for i, place := range []int{p.next, p.spare} {
		inner.Inits[place] = ir.Var(l.carry(allocs[i], bytes[i]))
		body.Result = append(body.Result, ir.Var(s.Pat[place].Name))
	}
	body.Stms = slices.DeleteFunc(body.Stms, func(s *ir.Stm) bool { return slices.Contains(allocs, s) })
	last := len(l.loop.Params) - 1
	l.pairs[l.loop] = append(l.pairs[l.loop], pair{current: k, next: last - 1, spare: last})
	l.unit.Remark(l.stm.Pos, "the loop alternates between the blocks of the loop within it for %s", l.loop.Params[k].Name.Base)
	return true
}

// needed reports whether parameter k's block is used in the loop at a place of the
// body, but as what its pair starts from, or behind it.
func (l *loop) needed(k, at int, p pair) bool {
	body, block := l.loop.Body, l.loop.Params[k].Name
	inner := body.Stms[at].Exp.(*ir.Loop)
	users := ir.Names{block: {}} // the names by which it can be used
	for _, p := range l.loop.Params {
		if p.At != nil && p.At.Block == block {
			users.Add(p.Name)
		}
	}
	of := liveness.Of(body, block)
	for _, s := range body.Stms[:at] {
		for _, p := range s.Pat {
			if of.Holds(p.Name).Has(block) {
				users.Add(p.Name)
			}
		}
	}
	uses := func(names ir.Names) bool {
		for n := range names {
			if users.Has(n) {
				return true
			}
		}
		return false
	}
	if uses(ir.FreeInBody(inner.Body)) {
		return true
	}
	for j, q := range inner.Params {
		if j != p.current && q.Type.IsBlock() && users.Has(inner.Inits[j].Name) || q.At != nil && users.Has(q.At.Block) {
			return true
		}
	}
	for _, s := range body.Stms[at+1:] {
		if uses(ir.FreeInStm(s)) {
			return true
		}
	}
	return slices.ContainsFunc(body.Result, func(a ir.Atom) bool { return a.IsVar() && users.Has(a.Name) })
}

// known reports whether the blocks that the loop at a place of the body starts from
// for a pair, or ends with, are there under another name: in that loop, behind it, or
// in another parameter than k.
func (l *loop) known(k, at int, p pair) bool {
	body, s := l.loop.Body, l.loop.Body.Stms[at]
	inner := s.Exp.(*ir.Loop)
	next, spare := inner.Inits[p.next].Name, inner.Inits[p.spare].Name
	for j, held := range l.held() {
		if j != k && (held.Has(next) || held.Has(spare) || held.Has(l.loop.Params[k].Name)) {
			return true
		}
	}
	for j, init := range inner.Inits {
		if j != p.next && j != p.spare && (init == ir.Var(next) || init == ir.Var(spare)) {
			return true
		}
	}
	ends := []name.Name{s.Pat[p.next].Name, s.Pat[p.spare].Name}
	own := append(ends, next, spare)
	for i, other := range body.Stms {
		free := ir.FreeInStm(other)
		if i == at {
			free = ir.FreeInBody(inner.Body)
		}
		if slices.ContainsFunc(own, free.Has) {
			return true
		}
	}
	return slices.ContainsFunc(body.Result, func(a ir.Atom) bool { return a.IsVar() && slices.Contains(own, a.Name) })
}
