package doublebuffer

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An iteration may make the next array in one branch of an if and keep the one that
// there is in the other. Then blocks change places in the branch that makes one, and
// what is allocated is allocated when it is first written, once for all iterations:
// nobody knows before whether that branch is taken at all.
//
//	loop(cur = init) { in if(c) { next = alloc(bytes); …; in next } else { in cur } }
//
// becomes, where the loop may overwrite its initial block,
//
//	loop(cur = init, free = alloc(0), made = false) {
//	  in if(c) {
//	    next = if(made) { in free } else { in alloc(bytes) }; …; in (next, cur, true)
//	  } else { in (cur, free, made) }
//	}
//
// Where it may not, two blocks are made in the first two iterations that take the
// branch, and change places from then on.

// keep treats parameter k so, and reports whether it did.
func (l *loop) keep(k int) bool {
	at, r := returning(l.loop.Body, l.loop.Body.Result[k].Name)
	if at < 0 || l.kernel { // a thread of a kernel keeps its blocks anyway (expand-memory)
		return false
	}
	l.settle()
	defer l.settle()
	e := l.loop.Body.Stms[at].Exp.(*ir.If)
	c := &choice{loop: l, param: k, at: at, made: e.Then, kept: e.Else}
	if c.kept.Result[r] != ir.Var(l.loop.Params[k].Name) {
		c.made, c.kept = c.kept, c.made
	}
	place := allocated(c.made, c.made.Result[r].Name)
	if place < 0 || c.kept.Result[r] != ir.Var(l.loop.Params[k].Name) {
		return false
	}
	c.alloc = c.made.Stms[place]
	if !c.frees(r) || !c.holdsPeak(place) {
		return false
	}
	bytes := c.alloc.Exp.(*ir.Alloc).Bytes
	_, sizes, ok := l.size(bytes)
	if !ok || bindsAtom(c.made, bytes) || !l.unit.Rewrite() {
		return false
	}
	own := l.ownsInit(k, c.alloc.Exp.(*ir.Alloc), bytes)
	l.hoist(sizes)
	c.rewrite(place, own)
	l.unit.Remark(l.stm.Pos, "the loop alternates between two blocks for %s, in iterations that make an array", l.loop.Params[k].Name.Base)
	return true
}

// choice is the if, at a place of the loop's body, whose one branch makes the next
// block of a parameter, by a statement alloc, and whose other keeps it.
type choice struct {
	*loop
	param, at  int
	made, kept *ir.Body
	alloc      *ir.Stm
}

// frees reports whether the parameter's block is free once another was made: the loop
// carries neither of them under a second name.
func (c *choice) frees(result int) bool {
	for j, held := range c.held() {
		if j != c.param && held.Has(c.loop.loop.Params[c.param].Name) {
			return false
		}
	}
	return times(c.made.Result, c.made.Result[result].Name) == 1
}

// holdsPeak reports whether the free block is never there together with more memory
// than the block that is made there: nothing else in the loop's body is allocated but
// behind that.
func (c *choice) holdsPeak(place int) bool {
	for i, s := range c.loop.loop.Body.Stms {
		if i != c.at && reserves(s) {
			return false
		}
	}
	for _, s := range c.kept.Stms {
		if reserves(s) {
			return false
		}
	}
	return c.firstOf(c.made, place)
}

// rewrite lets the loop carry the free block, or the two that change places, and for
// each of them whether it was made.
func (c *choice) rewrite(place int, own bool) {
	current, body := ir.Var(c.loop.loop.Params[c.param].Name), c.loop.loop.Body
	next, ready := ir.Var(c.carry(c.alloc, ir.Size(0))), ir.Var(c.carryFlag())
	fresh := c.alloc.Pat[0].Name
	block := c.alloc.Pat[0]
	block.Name = c.out.Names.Like(fresh)
	c.made.Stms[place] = &ir.Stm{Pat: c.alloc.Pat, Pos: c.alloc.Pos, Exp: &ir.If{
		Cond: ready,
		Then: &ir.Body{Result: []ir.Atom{next}},
		Else: &ir.Body{Stms: []*ir.Stm{{Pat: []ir.Param{block}, Exp: c.alloc.Exp, Pos: c.alloc.Pos}}, Result: []ir.Atom{ir.Var(block.Name)}},
	}}
	yes := ir.Const(scalar.FromBool(true))
	if own {
		c.made.Result = append(c.made.Result, current, yes)
		c.kept.Result = append(c.kept.Result, next, ready)
	} else {
		spare, second := ir.Var(c.carry(c.alloc, ir.Size(0))), ir.Var(c.carryFlag())
		c.made.Result = append(c.made.Result, spare, second, ir.Var(fresh), yes)
		c.kept.Result = append(c.kept.Result, next, ready, spare, second)
	}
	s := body.Stms[c.at]
	for _, p := range c.stm.Pat[len(body.Result):] { // one for each that the loop carries now
		p.Name = c.out.Names.Like(p.Name)
		s.Pat = append(s.Pat, p)
		body.Result = append(body.Result, ir.Var(p.Name))
	}
}

// carryFlag lets the loop carry a truth value, false at first.
func (l *loop) carryFlag() name.Name {
	param := ir.Param{Name: l.out.Names.Fresh("made"), Type: ir.ScalarOf(scalar.Bool)}
	result := param
	result.Name = l.out.Names.Like(param.Name)
	l.loop.Params = append(l.loop.Params, param)
	l.loop.Inits = append(l.loop.Inits, ir.Const(scalar.FromBool(false)))
	l.stm.Pat = append(l.stm.Pat, result)
	return param.Name
}
