// Package formula translates the programs of core/elementary to WebAssembly functions: on
// an f64, on an f32, and on vectors of two f64 or four f32.
//
// A program's words are f64, i64 and i32 (masks) in a scalar function, and lanes of a
// two-lane vector otherwise. Four f32 are computed as two vectors of f64, one after the
// other, by the same function. If a guard finds a rare operand in a vector, the function
// falls back to the scalar function for each lane; so a lane's result depends neither on
// the other lanes nor on its position.
package formula

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/elementary"
)

// Shape says what a function takes and returns.
type Shape uint8

// The shapes. F32x2 is the lower half of a vector; its results have zeros in the upper
// half.
const (
	F64 Shape = iota
	F32
	F64x2
	F32x4
	F32x2
)

// shapes describes the shapes.
var shapes = [...]struct {
	name    string
	val     code.ValType
	lane    Shape
	lanes   uint64 // number of lanes of a vector
	extract code.Op
	replace code.Op
	splat   code.Op
}{
	F64:   {name: "f64", val: code.F64, lane: F64},
	F32:   {name: "f32", val: code.F32, lane: F32},
	F64x2: {"f64x2", code.V128, F64, 2, code.F64x2ExtractLane, code.F64x2ReplaceLane, code.F64x2Splat},
	F32x4: {"f32x4", code.V128, F32, 4, code.F32x4ExtractLane, code.F32x4ReplaceLane, code.F32x4Splat},
	F32x2: {"f32x2", code.V128, F32, 2, code.F32x4ExtractLane, code.F32x4ReplaceLane, code.F32x4Splat},
}

// String returns the shape's name in WebAssembly's style.
func (s Shape) String() string { return shapes[s].name }

// IsVector reports whether s is a vector.
func (s Shape) IsVector() bool { return shapes[s].lanes > 0 }

// Lane returns the shape of one lane.
func (s Shape) Lane() Shape { return shapes[s].lane }

// Func returns the function for f and shape s. If s is a vector, lane is the index of the
// function of shape s.Lane().
func Func(f *elementary.Function, s Shape, lane uint64) *code.Func {
	p := f.Wide()
	if s.Lane() == F32 {
		p = f.Narrow()
	}
	t := &translation{shape: s, lane: lane, prog: p, out: &code.Func{
		Name:    f.Name + "." + s.String(),
		Results: []code.ValType{shapes[s].val},
	}}
	for i := range p.Params {
		t.out.Params = append(t.out.Params, code.Local{Name: string(rune('x' + i)), Type: shapes[s].val})
	}
	switch s {
	case F64, F64x2:
		t.operands(func(i int) { t.put(code.LocalGet, uint64(i)) })
		t.body()
	case F32:
		t.operands(func(i int) { t.put(code.LocalGet, uint64(i)); t.put(code.F64PromoteF32, 0) })
		t.body()
		t.put(code.F32DemoteF64, 0)
	case F32x2:
		t.operands(func(i int) { t.put(code.LocalGet, uint64(i)); t.put(code.F64x2PromoteLowF32x4, 0) })
		t.body()
		t.put(code.F32x4DemoteF64x2Zero, 0)
	case F32x4:
		t.four()
	}
	return t.out
}

// four computes the lower two lanes, then the upper two.
func (t *translation) four() {
	low := t.newLocal(code.V128)
	t.operands(func(i int) {
		t.put(code.LocalGet, uint64(i))
		t.put(code.F64x2PromoteLowF32x4, 0)
	})
	t.body()
	t.put(code.F32x4DemoteF64x2Zero, 0)
	t.put(code.LocalSet, low)
	t.operands(func(i int) {
		t.put(code.LocalGet, uint64(i))
		t.put(code.F64x2ExtractLane, 1)
		t.put(code.F64x2Splat, 0)
		t.put(code.F64x2PromoteLowF32x4, 0)
	})
	t.put(code.LocalGet, low)
	t.body()
	t.put(code.F32x4DemoteF64x2Zero, 0)
	t.put(code.F64x2ExtractLane, 0)
	t.put(code.F64x2ReplaceLane, 1)
}

// lanes pushes the scalar function's result for each lane, and returns.
func (t *translation) lanes() {
	s := shapes[t.shape]
	for l := range s.lanes {
		for i := range t.prog.Params {
			t.put(code.LocalGet, uint64(i))
			t.put(s.extract, l)
		}
		t.put(code.Call, t.lane)
		if l == 0 {
			t.put(s.splat, 0)
		} else {
			t.put(s.replace, l)
		}
	}
	t.put(code.Return, 0)
}
