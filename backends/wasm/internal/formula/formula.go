// Package formula translates the programs of core/elementary to WebAssembly
// functions: on an f64, on an f32, and on vectors of two f64 or four f32.
//
// A program's words are f64, i64 and i32 (masks) in a scalar function, and one
// lane each of a vector of two otherwise. Four f32 are computed as two vectors
// of f64, one after the other, by the same function. Where a guard finds a rare
// operand in a vector, the function returns what the scalar function gives for
// each lane; so a lane's result never depends on the others, nor on its place.
package formula

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/elementary"
)

// Shape says what a function takes and returns.
type Shape uint8

// The shapes.
const (
	F64 Shape = iota
	F32
	F64x2
	F32x4
)

// String is the shape's name in WebAssembly.
func (s Shape) String() string { return [...]string{"f64", "f32", "f64x2", "f32x4"}[s] }

// IsVector reports whether s is a vector.
func (s Shape) IsVector() bool { return s >= F64x2 }

// Lane is the shape of one lane.
func (s Shape) Lane() Shape { return s &^ 2 }

func (s Shape) valType() code.ValType {
	return [...]code.ValType{code.F64, code.F32, code.V128, code.V128}[s]
}

// Func makes the function. If s is a vector, lane is what the call of the
// function of shape s.Lane() holds.
func Func(f *elementary.Function, s Shape, lane uint64) *code.Func {
	p := f.Wide()
	if s.Lane() == F32 {
		p = f.Narrow()
	}
	t := &translation{shape: s, lane: lane, prog: p, out: &code.Func{
		Name:    f.Name + "." + s.String(),
		Results: []code.ValType{s.valType()},
	}}
	for i := range p.Params {
		t.out.Params = append(t.out.Params, code.Local{Name: string(rune('x' + i)), Type: s.valType()})
	}
	switch s {
	case F64, F64x2:
		t.operands(func(i int) { t.put(code.LocalGet, uint64(i)) })
		t.body()
	case F32:
		t.operands(func(i int) { t.put(code.LocalGet, uint64(i)); t.put(code.F64PromoteF32, 0) })
		t.body()
		t.put(code.F32DemoteF64, 0)
	case F32x4:
		t.four()
	}
	return t.out
}

// four computes the lower two lanes, then the upper ones.
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

// lanes pushes what the scalar function gives for each lane, and returns.
func (t *translation) lanes() {
	count, extract, replace, splat := uint64(2), code.F64x2ExtractLane, code.F64x2ReplaceLane, code.F64x2Splat
	if t.shape == F32x4 {
		count, extract, replace, splat = 4, code.F32x4ExtractLane, code.F32x4ReplaceLane, code.F32x4Splat
	}
	for l := range count {
		for i := range t.prog.Params {
			t.put(code.LocalGet, uint64(i))
			t.put(extract, l)
		}
		t.put(code.Call, t.lane)
		if l == 0 {
			t.put(splat, 0)
		} else {
			t.put(replace, l)
		}
	}
	t.put(code.Return, 0)
}
