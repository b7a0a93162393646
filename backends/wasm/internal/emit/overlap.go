package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
)

// Where accesses of a sequential loop must be apart (lanes.Plan.Pairs), the loop checks
// that when it starts.

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
