package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Warps. The work-items of a group are divided into warps of 32. All warps of a group run the same
// statements in step, so that they meet at the group's barriers: a loop at warp level has as many
// rounds for each. A warp without a part of its own does what the last part says, in memory of its
// own, and leaves out what it would write to the block's array.

// lanesOfWarp are the work-items of a warp.
const lanesOfWarp = 32

// lockstep says what to do instead of what a warp cannot do alone.
const lockstep = "the warps of a block run in step: do this at level block or thread"

// warps are the warps of a group.
type warps struct {
	count, lanes int64
	own, lane    sym.Poly // the work-item's warp, and its number in it
	working      imp.Expr // whether the warp has a part of its own
}

func newWarps(local int64) *warps {
	lanes := min(local, lanesOfWarp)
	return &warps{count: (local + lanes - 1) / lanes, lanes: lanes}
}

// together reports whether all work-items of a group run what is emitted.
func (e *emitter) together() bool { return e.where == group || e.where == warp }

// inStep checks that the number of rounds of a loop is the same for all warps.
func (e *emitter) inStep(n sym.Poly) {
	if e.where == warp && !e.hostKnows(n) {
		e.fail(e.user, lockstep, "the number of rounds of this loop of a warp is not known before the kernel starts")
	}
}

// eachWarp emits a loop over n parts, of which each warp takes every so manyth.
func (e *emitter) eachWarp(n sym.Poly, part func(i sym.Poly)) {
	w := e.warps
	if e.option.Local%w.lanes > 0 {
		e.fail(e.user, fmt.Sprintf("#[local(%d)]", w.count*w.lanes),
			"the %d work-items of a block are no whole number of warps, which have %d each", e.option.Local, w.lanes)
	}
	e.where = warp
	id := func(base string, op scalar.Op) sym.Poly {
		v := e.declare(base, compare(op, &imp.ID{Kind: imp.LocalID}, imp.Int(w.lanes)))
		e.small[v] = true
		return sym.Var(v)
	}
	w.own, w.lane = id("warp", scalar.Quot), id("lane", scalar.Rem)
	e.InRange(w.own, sym.Const(w.count))
	e.InRange(w.lane, sym.Const(w.lanes))
	rounds := compare(scalar.Quot, imp.Poly(n.Add(sym.Const(w.count-1))), imp.Int(w.count))
	s := &imp.For{Index: e.Names.Fresh("round"), Type: scalar.I64, Bound: rounds}
	s.Body = e.round(func() {
		at := sym.Var(s.Index).Scale(w.count).Add(w.own)
		i := e.declare("part", compare(scalar.Min, imp.Poly(at), imp.Poly(n.Sub(sym.Const(1)))))
		e.small[i] = true
		working := e.declare("working", compare(scalar.Lt, imp.Poly(at), imp.Poly(n)))
		w.working = &imp.Var{Name: working, Type: scalar.Bool}
		e.InRange(sym.Var(i), n)
		part(sym.Var(i))
	})
	e.Kernel.Loops[s] = true
	e.Add(s)
	e.where = group
}

// active writes if the warp has a part of its own.
func (e *emitter) active(write writer) writer {
	return func(i sym.Poly, x value) {
		e.Add(&imp.If{Cond: e.warps.working, Then: e.inner(func() { write(i, x) })})
	}
}

// lanes emits a loop over the lanes of a warp.
func (e *emitter) lanes(n sym.Poly, body func(i sym.Poly)) {
	e.where = item
	e.Share(n, e.Names.Fresh("i"), imp.Poly(e.warps.lane), e.warps.lanes, body)
	e.where = warp
}
