package doublebuffer

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// hoist moves statements of the loop's body before the loop.
func (l *loop) hoist(stms []*ir.Stm) {
	if len(stms) == 0 {
		return
	}
	l.out.Append(stms...)
	if l.facts != nil {
		l.facts.moved(stms)
	}
	l.loop.Body.Stms = slices.DeleteFunc(l.loop.Body.Stms, func(s *ir.Stm) bool { return slices.Contains(stms, s) })
}

// swap makes the loop carry the block to write next: when that is written, the last of
// the parameters through which the block goes gives back its own, which is free then, as
// the initial blocks of all of them are the loop's to overwrite.
func (l *loop) swap(through []int, alloc *ir.Stm, bytes ir.Atom) {
	l.rename(alloc, l.carry(alloc, l.atLeast(1, bytes)))
	last := through[len(through)-1]
	l.loop.Body.Result = append(l.loop.Body.Result, ir.Var(l.loop.Params[last].Name))
}

// swapReady is swap for a loop in which the block must not be there before it is first
// written. From then on, it is in the place of the initial one, which would be there for
// the whole loop: no more memory is in use at any time.
func (l *loop) swapReady(through []int, alloc *ir.Stm) {
	next, last := l.slot(alloc), through[len(through)-1]
	body := l.loop.Body
	body.Stms[slices.Index(body.Stms, alloc)] = l.take(alloc, next)
	body.Result = append(body.Result, ir.Var(l.loop.Params[last].Name), yes)
}

// rotate makes the loop carry the block to write next, and those that are written in the
// iterations after the next, until the first is free again; own initial blocks are among
// them.
func (l *loop) rotate(through []int, alloc *ir.Stm, bytes ir.Atom, own map[int]bool) {
	next := l.carry(alloc, l.atLeast(1, bytes))
	l.rename(alloc, next)
	turns := []ir.Atom{}
	for i := range through { // that of the last parameter is free first
		if k := through[len(through)-1-i]; own[k] {
			turns = append(turns, ir.Var(l.carryInit(alloc, l.loop.Inits[k])))
		} else {
			turns = append(turns, ir.Var(l.carry(alloc, l.atLeast(int64(i)+2, bytes))))
		}
	}
	if len(through) == 1 {
		first := len(l.loop.Params) - 2
		l.pairs[l.loop] = append(l.pairs[l.loop], pair{current: through[0], next: slot{at: first}, spare: slot{at: first + 1}, alloc: alloc})
	}
	l.loop.Body.Result = append(l.loop.Body.Result, append(turns, ir.Var(next))...)
}

// rotateReady is rotate for a loop that may need fewer blocks than take turns.
func (l *loop) rotateReady(through []int, alloc *ir.Stm, own map[int]bool) {
	slots := []slot{l.slot(alloc)}
	for i := range through {
		if k := through[len(through)-1-i]; own[k] {
			slots = append(slots, l.slotOf(alloc, l.loop.Inits[k]))
		} else {
			slots = append(slots, l.slot(alloc))
		}
	}
	if len(through) == 1 {
		l.pairs[l.loop] = append(l.pairs[l.loop], pair{current: through[0], next: slots[0], spare: slots[1], alloc: alloc})
	}
	body := l.loop.Body
	body.Stms[slices.Index(body.Stms, alloc)] = l.take(alloc, slots[0])
	body.Result = append(body.Result, turn(slots, ir.Var(alloc.Pat[0].Name))...)
}

// rename makes a block that the loop carries the one that a statement of the body
// allocated.
func (l *loop) rename(alloc *ir.Stm, carried name.Name) {
	l.loop.Body.Stms = slices.DeleteFunc(l.loop.Body.Stms, func(s *ir.Stm) bool { return s == alloc })
	if l.renamed == nil {
		l.renamed = ir.Subst{}
	}
	l.renamed[alloc.Pat[0].Name] = ir.Var(carried)
}

// handsOn reports whether each of the parameters but the first is given the block of
// the one before, and no other.
func (l *loop) handsOn(through []int) bool {
	for i, k := range through[1:] {
		if l.loop.Body.Result[k] != ir.Var(l.loop.Params[through[i]].Name) {
			return false
		}
	}
	return true
}

// carry allocates a block like another before the loop, and lets the loop carry
// it; what the body gives back for it is still to be added.
func (l *loop) carry(like *ir.Stm, bytes ir.Atom) name.Name {
	e := *like.Exp.(*ir.Alloc)
	e.Bytes = bytes
	block := like.Pat[0]
	block.Name = l.out.Names.Like(block.Name)
	l.out.Append(&ir.Stm{Pat: []ir.Param{block}, Exp: &e, Pos: like.Pos})
	return l.carryInit(like, ir.Var(block.Name))
}

// carryInit lets the loop carry a block that there is, like the one that a statement
// allocates.
func (l *loop) carryInit(like *ir.Stm, init ir.Atom) name.Name {
	param, result := like.Pat[0], like.Pat[0]
	param.Name, result.Name = l.out.Names.Like(param.Name), l.out.Names.Like(param.Name)
	if l.facts != nil {
		l.facts.inside[param.Name] = nil
	}
	l.loop.Params = append(l.loop.Params, param)
	l.loop.Inits = append(l.loop.Inits, init)
	l.stm.Pat = append(l.stm.Pat, result)
	return param.Name
}

// atLeast is a number of bytes, or 0 where the loop is known to run fewer than n
// times.
func (l *loop) atLeast(n int64, bytes ir.Atom) ir.Atom { return l.ifRuns(n, bytes, ir.Size(0)) }

// ifRuns is a number of bytes for loops that run n times, or another for those that
// are known not to. In kernels of a grid, where each thread has the memory anyway, it is
// the first alone.
func (l *loop) ifRuns(n int64, bytes, otherwise ir.Atom) ir.Atom {
	if l.spread {
		return bytes
	}
	cond, ok := l.runs(n)
	if !ok {
		return bytes
	}
	return l.out.Let("bytes", ir.I64, &ir.If{
		Cond: cond,
		Then: &ir.Body{Result: []ir.Atom{bytes}},
		Else: &ir.Body{Result: []ir.Atom{otherwise}},
	})
}

// runs computes before the loop whether it runs at least n times; ok is false if
// it does for sure.
func (l *loop) runs(n int64) (cond ir.Atom, ok bool) {
	if l.loop.Index.IsZero() {
		i := slices.IndexFunc(l.loop.Params, func(p ir.Param) bool { return p.Name == l.loop.While })
		return l.loop.Inits[i], true
	}
	t := cmp.Or(l.types[l.loop.Index], scalar.I64)
	if !l.loop.Bound.IsVar() {
		return ir.Const(scalar.FromBool(l.loop.Bound.Const.Int() >= n)), l.loop.Bound.Const.Int() < n
	}
	return l.out.Prim("runs", scalar.Le, t, ir.Const(scalar.Int(t, n)), l.loop.Bound), true
}
