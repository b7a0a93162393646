package doublebuffer

import (
	"github.com/lamina-lang/lamina/core/ir"
)

// An iteration may take an array that it made in one branch of an if and keep the one
// that there is in the other. Then blocks change places in the branch that takes the new
// one, and what is allocated is allocated when it is first written, once for all
// iterations: nobody knows before whether that branch is taken at all.
//
//	loop(cur = init) { in if(c) { next = alloc(bytes); …; in next } else { in cur } }
//
// becomes, where the loop may overwrite its initial block,
//
//	loop(cur = init, free = alloc(0), ready = false) {
//	  in if(c) {
//	    next = if(ready) { in free } else { in alloc(bytes) }; …; in (next, cur, true)
//	  } else { in (cur, free, ready) }
//	}
//
// Where it may not, two blocks are made in the first two iterations that take the
// branch, and change places from then on. If the next array is made before the if, as a
// step that may be refused, its block is the free one of the next iteration where it is
// not kept.

// keep treats parameter k so, and reports whether it did.
func (l *loop) keep(k int) bool {
	at, r := returning(l.loop.Body, l.loop.Body.Result[k].Name)
	if at < 0 || l.spread { // a thread of a grid has its blocks anyway (expand-memory)
		return false
	}
	l.settle()
	defer l.settle()
	e := l.loop.Body.Stms[at].Exp.(*ir.If)
	c := &choice{loop: l, param: k, at: at, made: e.Then, kept: e.Else}
	if c.kept.Result[r] != ir.Var(l.loop.Params[k].Name) {
		c.made, c.kept = c.kept, c.made
	}
	if c.kept.Result[r] != ir.Var(l.loop.Params[k].Name) || !c.find(r) || !c.frees(r) {
		return false
	}
	alloc := c.alloc.Exp.(*ir.Alloc)
	own := l.ownsInit(k, alloc, alloc.Bytes)
	_, sizes, ok := l.size(alloc.Bytes)
	if !ok || bindsAtom(c.made, alloc.Bytes) || !(own && c.in == c.made) && !c.holdsPeak() || !l.unit.Rewrite() {
		return false
	}
	l.hoist(sizes)
	c.at -= len(sizes)
	c.rewrite(own)
	l.unit.Remark(l.stm.Pos, "the loop alternates between two blocks for %s, in iterations that make an array", l.loop.Params[k].Name.Base)
	return true
}

// choice is the if, at a place of the loop's body, whose one branch returns the next
// block of a parameter, and whose other keeps the one that there is.
type choice struct {
	*loop
	param, at  int
	made, kept *ir.Body
	in         *ir.Body // where the next block is allocated: made, or the loop's body
	alloc      *ir.Stm  // the allocation
}

// find finds the allocation of the block that is a result of the branch that makes it.
func (c *choice) find(result int) bool {
	for _, b := range []*ir.Body{c.made, c.loop.loop.Body} {
		if place := allocated(b, c.made.Result[result].Name); place >= 0 {
			c.in, c.alloc = b, b.Stms[place]
			return true
		}
	}
	return false
}

// frees reports whether the parameter's block is free once another was made, and that one
// if it is not taken: the loop carries neither of them under a second name.
func (c *choice) frees(result int) bool {
	fresh := c.alloc.Pat[0].Name
	for j, held := range c.held() {
		if j != c.param && (held.Has(c.loop.loop.Params[c.param].Name) || held.Has(fresh)) {
			return false
		}
	}
	return times(c.made.Result, fresh) == 1 && times(c.kept.Result, fresh) == 0
}

// holdsPeak reports whether the free block is never there together with more memory
// than the block that is made there, unless it is in the place of the loop's own initial
// one, which would be there for the whole loop: nothing else in the loop's body is
// allocated but while that is in use, or, if it is made before the if, nothing that is
// let go before.
func (c *choice) holdsPeak() bool {
	body, place := c.loop.loop.Body, allocated(c.in, c.alloc.Pat[0].Name)
	if c.in == body {
		for _, s := range body.Stms[c.at:] {
			if c.reserves(s) {
				return false
			}
		}
		return c.raisesPeak(place) == ""
	}
	for i, s := range body.Stms {
		if i != c.at && c.reserves(s) {
			return false
		}
	}
	for _, s := range c.kept.Stms {
		if c.reserves(s) {
			return false
		}
	}
	return c.firstOf(c.made, place)
}

// rewrite lets the loop carry the free block, or the two that change places.
func (c *choice) rewrite(own bool) {
	current, fresh := ir.Var(c.loop.loop.Params[c.param].Name), ir.Var(c.alloc.Pat[0].Name)
	slots := []slot{c.slot(c.alloc)}
	next, kept := []ir.Atom{current, yes}, stay(slots)
	if !own {
		slots = append(slots, c.slot(c.alloc))
		next, kept = turn(slots, fresh), stay(slots)
	}
	if c.in != c.made { // made, if not taken
		kept[0], kept[1] = fresh, yes
	}
	c.made.Result, c.kept.Result = append(c.made.Result, next...), append(c.kept.Result, kept...)
	c.in.Stms[allocated(c.in, fresh.Name)] = c.take(c.alloc, slots[0])
	body := c.loop.loop.Body
	s := body.Stms[c.at]
	for _, p := range c.stm.Pat[len(body.Result):] { // one for each that the loop carries now
		p.Name = c.out.Names.Like(p.Name)
		s.Pat = append(s.Pat, p)
		body.Result = append(body.Result, ir.Var(p.Name))
	}
}
