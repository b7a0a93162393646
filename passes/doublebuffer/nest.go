package doublebuffer

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
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

// A loop that may need fewer than two blocks, as one that runs while a condition holds,
// carries slots for them (slots.go), and so does then the loop within it. Both blocks are
// there after the inner loop from the second iteration on that has one of them as cur:
// where more memory is in use after the inner loop, the one that is free is let go
// before.

// pair is a block that a loop carries, and the two that alternate to be written, by the
// places of the parameters; alloc is what allocated one in each iteration. If it adopted
// them, within is the loop in its body that they alternate in, and of their places there.
type pair struct {
	current     int
	next, spare slot
	alloc       *ir.Stm
	within      *ir.Stm
	of          *pair
}

// ready reports whether the loop carries whether there are blocks, too.
func (p pair) ready() bool { return p.next.ready != ir.Atom{} }

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
				return l.lends(k, at, p) && (l.adopt(k, at, p) || l.adoptReady(k, at, p))
			}
		}
	}
	return false
}

// lends reports whether nobody but a pair of the loop at a place of the body has to do with its
// blocks and parameter k's.
func (l *loop) lends(k, at int, p pair) bool {
	l.settle()
	body, inner := l.loop.Body, l.loop.Body.Stms[at].Exp.(*ir.Loop)
	a, b := allocated(body, inner.Inits[p.next.at].Name), allocated(body, inner.Inits[p.spare.at].Name)
	return a >= 0 && b >= 0 && !l.needed(k, at, p) && !l.known(k, at, p)
}

// adopt makes the loop carry the blocks of a pair of the loop at a place of its body, which
// lends them, if their sizes are known before and nothing else is allocated in an iteration.
func (l *loop) adopt(k, at int, p pair) bool {
	defer l.settle()
	body, s := l.loop.Body, l.loop.Body.Stms[at]
	inner := s.Exp.(*ir.Loop)
	a, b := allocated(body, inner.Inits[p.next.at].Name), allocated(body, inner.Inits[p.spare.at].Name)
	if p.ready() || !l.spread && l.loop.Index.IsZero() { // how often one of them runs is not known before
		return false
	}
	for i, other := range body.Stms {
		if i != at && i != a && i != b && l.reserves(other) && !l.spread {
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
	for i, place := range []int{p.next.at, p.spare.at} {
		inner.Inits[place] = ir.Var(l.carry(allocs[i], bytes[i]))
		body.Result = append(body.Result, ir.Var(s.Pat[place].Name))
	}
	body.Stms = slices.DeleteFunc(body.Stms, func(s *ir.Stm) bool { return slices.Contains(allocs, s) })
	last := len(l.loop.Params) - 1
	l.pairs[l.loop] = append(l.pairs[l.loop], pair{current: k, next: slot{at: last - 1}, spare: slot{at: last}, alloc: p.alloc, within: s, of: &p})
	l.adopted(k)
	return true
}

func (l *loop) adopted(k int) {
	l.unit.Remark(l.stm.Pos, "the loop alternates between the blocks of the loop within it for %s", l.loop.Params[k].Name.Base)
}

// adoptReady makes the loop carry the slots of a pair of the loop at a place of its body, which
// lends the blocks, if their size is known before, and what else is allocated in an iteration is
// so after the inner loop, and as much in each.
func (l *loop) adoptReady(k, at int, p pair) bool {
	defer l.settle()
	body, s := l.loop.Body, l.loop.Body.Stms[at]
	inner := s.Exp.(*ir.Loop)
	if l.spread {
		return false
	}
	_, sizes, ok := l.size(p.alloc.Exp.(*ir.Alloc).Bytes)
	if !ok || l.reservesBefore(at) {
		return false
	}
	letGo, ok := l.reservesAfter(at)
	if !ok || !l.unit.Rewrite() {
		return false
	}
	l.hoist(sizes)
	if !p.ready() {
		p = l.makeReady(s, inner, p)
	}
	allocs := []*ir.Stm{}
	slots := []slot{l.slot(p.alloc), l.slot(p.alloc)}
	for i, of := range []slot{p.next, p.spare} {
		allocs = append(allocs, body.Stms[allocated(body, inner.Inits[of.at].Name)])
		inner.Inits[of.at], inner.Inits[of.flag] = slots[i].block, slots[i].ready
		body.Result = append(body.Result, ir.Var(s.Pat[of.at].Name), ir.Var(s.Pat[of.flag].Name))
	}
	body.Stms = slices.DeleteFunc(body.Stms, func(s *ir.Stm) bool { return slices.Contains(allocs, s) })
	if letGo {
		l.letGoAtFirst(s, slots)
	}
	l.pairs[l.loop] = append(l.pairs[l.loop], pair{current: k, next: slots[0], spare: slots[1], alloc: p.alloc})
	l.adopted(k)
	return true
}

// reservesBefore reports whether something is allocated before a statement of the body
// but for that statement.
func (l *loop) reservesBefore(at int) bool {
	of := lastuse.Of(l.loop.Body)
	for _, s := range l.loop.Body.Stms[:at] {
		if !l.reserves(s) {
			continue
		}
		if _, isAlloc := s.Exp.(*ir.Alloc); !isAlloc {
			return true
		}
		if block := of.Block(s.Pat[0].Name); block == nil || block.Own < at {
			return true
		}
	}
	return false
}

// reservesAfter reports whether something is allocated after a statement of the body;
// it is ok if that takes as much memory in each iteration.
func (l *loop) reservesAfter(at int) (any, ok bool) {
	inside := l.look().inside
	for _, s := range l.loop.Body.Stms[at+1:] {
		if !l.reserves(s) {
			continue
		}
		red, isRed := s.Exp.(*ir.SegRed)
		if !isRed {
			return true, false
		}
		any = true
		for _, d := range red.Space {
			if _, bound := inside[d.Size.Name]; d.Size.IsVar() && bound {
				return true, false
			}
		}
	}
	return any, true
}

// makeReady makes a loop within this one carry slots for a pair.
func (l *loop) makeReady(s *ir.Stm, inner *ir.Loop, p pair) pair {
	in := &loop{buffering: l.buffering, stm: s, loop: inner, out: l.out}
	for _, of := range []*slot{&p.next, &p.spare} {
		of.block = ir.Var(inner.Params[of.at].Name)
		of.flag = len(inner.Params)
		of.ready = ir.Var(in.carryFlag("ready", false))
		if at := allocated(l.loop.Body, inner.Inits[of.at].Name); at >= 0 {
			l.loop.Body.Stms[at].Exp.(*ir.Alloc).Bytes = ir.Size(0)
		}
	}
	if p.of != nil {
		within := p.within.Exp.(*ir.Loop)
		q := in.makeReady(p.within, within, *p.of)
		within.Inits[q.next.flag], within.Inits[q.spare.flag] = p.next.ready, p.spare.ready
		inner.Body.Result = append(inner.Body.Result, ir.Var(p.within.Pat[q.next.flag].Name), ir.Var(p.within.Pat[q.spare.flag].Name))
		return p
	}
	taken := in.take(&ir.Stm{Pat: []ir.Param{inner.Params[p.next.at].Clone()}, Exp: p.alloc.Exp, Pos: p.alloc.Pos}, p.next)
	taken.Pat[0].Name = l.out.Names.Like(taken.Pat[0].Name)
	written := ir.Var(taken.Pat[0].Name)
	ir.Subst{inner.Params[p.next.at].Name: written}.Body(inner.Body)
	inner.Body.Stms = slices.Insert(inner.Body.Stms, 0, taken)
	inner.Body.Result = append(inner.Body.Result, p.spare.ready, yes)
	return p
}

// letGoAtFirst lets go of the block that is free after a loop within this one, unless
// this one has had a block of its slots to start from.
func (l *loop) letGoAtFirst(inner *ir.Stm, slots []slot) {
	body := l.loop.Body
	results := body.Result[slots[0].at : slots[0].flag+1]
	free := &ir.Stm{Pos: inner.Pos, Exp: &ir.If{
		Cond: slots[1].ready,
		Then: &ir.Body{Result: slices.Clone(results)},
		Else: &ir.Body{Result: []ir.Atom{slots[0].block, slots[0].ready}},
	}}
	for i, p := range []int{slots[0].at, slots[0].flag} {
		param := l.loop.Params[p].Clone()
		param.Name = l.out.Names.Like(param.Name)
		free.Pat = append(free.Pat, param)
		results[i] = ir.Var(param.Name)
	}
	body.Stms = slices.Insert(body.Stms, slices.Index(body.Stms, inner)+1, free)
}

// needed reports whether parameter k's block is used in the loop at a place of the
// body, but as what its pair starts from, or after it.
func (l *loop) needed(k, at int, p pair) bool {
	body, block := l.loop.Body, l.loop.Params[k].Name
	inner := body.Stms[at].Exp.(*ir.Loop)
	users := ir.Names{block: {}} // the names by which it can be used
	for _, p := range l.loop.Params {
		if p.At != nil && p.At.Block == block {
			users.Add(p.Name)
		}
	}
	of := lastuse.Of(body, block)
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
// for a pair, or ends with, are there under another name: in that loop, after it, or
// in another parameter than k. No other parameter of that loop starts from them, as they
// are allocated for the pair.
func (l *loop) known(k, at int, p pair) bool {
	body, s := l.loop.Body, l.loop.Body.Stms[at]
	inner := s.Exp.(*ir.Loop)
	next, spare := inner.Inits[p.next.at].Name, inner.Inits[p.spare.at].Name
	for j, held := range l.held() {
		if j != k && (held.Has(next) || held.Has(spare) || held.Has(l.loop.Params[k].Name)) {
			return true
		}
	}
	ends := []name.Name{s.Pat[p.next.at].Name, s.Pat[p.spare.at].Name}
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
