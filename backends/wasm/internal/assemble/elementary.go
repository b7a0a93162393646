package assemble

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/formula"
	"github.com/lamina-lang/lamina/core/elementary"
	"github.com/lamina-lang/lamina/core/scalar"
)

// shapeOf is the shape of a value of float type t. An f16 is held as f32.
func shapeOf(t scalar.Type) formula.Shape {
	if t == scalar.F64 {
		return formula.F64
	}
	return formula.F32
}

// Elementary is the function that computes fn on values of the shape; it takes
// as many of them as fn has operands, and returns one.
func (m *Module) Elementary(fn *elementary.Function, s formula.Shape) Ref {
	name := "elementary." + fn.Name + "." + s.String()
	if r, ok := m.Refs[name]; ok {
		return r
	}
	var lane Ref
	if s.IsVector() {
		lane = m.Elementary(fn, s.Lane())
	}
	return m.Add(name, Target{Fun: formula.Func(fn, s, uint64(lane))})
}

// CallElementary applies fn to the values of the shape on the stack.
func (f *Writer) CallElementary(fn *elementary.Function, s formula.Shape) {
	f.Call(f.m.Elementary(fn, s))
}

// floatElementary calls the function that computes o at type t.
func floatElementary(f *Writer, fn *elementary.Function, t scalar.Type, x []Value) {
	f.Push(x...)
	f.CallElementary(fn, shapeOf(t))
	f.Normalise(t)
}
