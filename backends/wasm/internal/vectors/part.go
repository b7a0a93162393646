package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
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
		v.Fn.Assert(s)
		return
	}
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	// Nothing comes after the last statement: there the vectors are looked at together.
	last := v.Apiece && s == v.Body[len(v.Body)-1]
	failed := v.failed
	if !last {
		failed = v.Temp(code.V128)
	}
	v.vectors(func(u int) {
		together := last || u > 0 && !v.Apiece
		if together {
			v.Get(failed)
		}
		if p, ok := s.Cond.(*imp.Prim); ok && p.Fn == scalar.Not {
			v.lanesOf(p.Args[0], u)
		} else {
			v.lanesOf(s.Cond, u)
			v.Op(code.V128Not)
		}
		if together {
			v.Op(code.V128Or)
		}
		v.Set(failed)
	})
	if !last {
		v.leaveIf(failed)
	}
}

// leaveIf gives up if a lane of a mask is set.
func (v *vector) leaveIf(mask assemble.Local) {
	v.Get(mask)
	v.Op(code.V128AnyTrue)
	v.giveUp()
}

// giveUp leaves the loop if the i32 on the stack is not 0.
func (v *vector) giveUp() {
	depth := uint64(0)
	for _, in := range v.Out.Body[v.start:] {
		switch in.Op {
		case code.Block, code.Loop, code.If:
			depth++
		case code.End:
			depth--
		}
	}
	v.Put(code.BrIf, depth)
}

// RunsAll implements InLanes: nothing makes the loop give up.
func (v *vector) RunsAll() bool {
	if len(v.Pairs) > 0 {
		return false
	}
	all := true
	imp.Walk(v.Body, func(s imp.Stm) bool {
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
		v.Scope(func() {
			low0, high0 := v.covers(p[0])
			low1, high1 := v.covers(p[1])
			v.Push(high0, low1)
			v.Op(code.I64GtS)
			v.Push(high1, low0)
			v.Op(code.I64GtS)
			v.Op(code.I32And)
			v.Put(code.BrIf, 0)
		})
	}
}

// covers computes the addresses that an access touches, from the present
// iteration to the last.
func (v *vector) covers(t lanes.Span) (low, high assemble.Value) {
	ends := [2]assemble.Value{{At: v.At(v.Index)}, {}}
	v.Push(v.Bound)
	v.I64(1)
	v.Op(code.I64Sub)
	ends[1] = v.Keep(code.I64)
	if t.Step < 0 {
		ends[0], ends[1] = ends[1], ends[0]
	}
	address := func(at assemble.Value) {
		v.Get(v.At(t.Block))
		v.Op(code.I64ExtendI32U)
		v.Expr(imp.Poly(t.Base))
		v.Push(at)
		v.I64(t.Step)
		v.Op(code.I64Mul)
		v.Op(code.I64Add)
		v.I64(t.Size)
		v.Op(code.I64Mul)
		v.Op(code.I64Add)
	}
	address(ends[0])
	low = v.Keep(code.I64)
	address(ends[1])
	v.I64(t.Size)
	v.Op(code.I64Add)
	high = v.Keep(code.I64)
	return low, high
}
