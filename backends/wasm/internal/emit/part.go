package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Where a loop in lanes gives up: lanes part ways at assertions and at the bounds of loops
// inside; and a sequential loop does not begin where accesses meet (lanes.Plan.Pairs).

// assertLanes gives up if a lane fails, so that the scalar loop finds out which.
func (v *vector) assertLanes(s *imp.Assert) {
	if !v.PartsAt(s) {
		v.fn.assert(s)
		return
	}
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	// Nothing comes after the last statement: there the vectors are looked at together.
	last := v.Apiece && s == v.body[len(v.body)-1]
	failed := v.failed
	if !last {
		failed = v.temp(code.V128)
	}
	v.vectors(func(u int) {
		together := last || u > 0 && !v.Apiece
		if together {
			v.get(failed)
		}
		if p, ok := s.Cond.(*imp.Prim); ok && p.Fn == scalar.Not {
			v.lanesOf(p.Args[0], u)
		} else {
			v.lanesOf(s.Cond, u)
			v.op(code.V128Not)
		}
		if together {
			v.op(code.V128Or)
		}
		v.set(failed)
	})
	if !last {
		v.leaveIf(failed)
	}
}

// leaveIf gives up if a lane of a mask is set.
func (v *vector) leaveIf(mask local) {
	v.get(mask)
	v.op(code.V128AnyTrue)
	v.giveUp()
}

// giveUp leaves the loop if the i32 on the stack is not 0.
func (v *vector) giveUp() {
	depth := uint64(0)
	for _, in := range v.out.Body[v.start:] {
		switch in.Op {
		case code.Block, code.Loop, code.If:
			depth++
		case code.End:
			depth--
		}
	}
	v.put(code.BrIf, depth)
}

// runsAll reports whether a loop that was planned in lanes leaves fewer iterations than there are
// lanes, whatever happens: nothing makes it give up.
func runsAll(l interface{ run() }) bool {
	v, ok := l.(*vector)
	if !ok || len(v.Pairs) > 0 {
		return false
	}
	all := true
	imp.Walk(v.body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Assert, *imp.For:
			all = false
		}
		return all
	})
	return all
}

// guardOverlaps leaves the block around it if two accesses may meet.
func (v *vector) guardOverlaps() {
	for _, p := range v.Pairs {
		v.scope(func() {
			low0, high0 := v.covers(p[0])
			low1, high1 := v.covers(p[1])
			v.push(high0, low1)
			v.op(code.I64GtS)
			v.push(high1, low0)
			v.op(code.I64GtS)
			v.op(code.I32And)
			v.put(code.BrIf, 0)
		})
	}
}

// covers computes the addresses that an access touches, from the present
// iteration to the last.
func (v *vector) covers(t lanes.Span) (low, high value) {
	ends := [2]value{{at: v.at(v.index)}, {}}
	v.push(v.bound)
	v.i64(1)
	v.op(code.I64Sub)
	ends[1] = v.keep(code.I64)
	if t.Step < 0 {
		ends[0], ends[1] = ends[1], ends[0]
	}
	address := func(at value) {
		v.get(v.at(t.Block))
		v.op(code.I64ExtendI32U)
		v.expr(imp.Poly(t.Base))
		v.push(at)
		v.i64(t.Step)
		v.op(code.I64Mul)
		v.op(code.I64Add)
		v.i64(t.Size)
		v.op(code.I64Mul)
		v.op(code.I64Add)
	}
	address(ends[0])
	low = v.keep(code.I64)
	address(ends[1])
	v.i64(t.Size)
	v.op(code.I64Add)
	high = v.keep(code.I64)
	return low, high
}
