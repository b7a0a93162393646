package emit

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

// vectorShapeOf is the shape of a vector of t, if there is one.
func vectorShapeOf(t scalar.Type) (formula.Shape, bool) {
	switch t {
	case scalar.F32:
		return formula.F32x4, true
	case scalar.F64:
		return formula.F64x2, true
	}
	return 0, false
}

// elementary is the function that computes fn on values of the shape; it takes
// as many of them as fn has operands, and returns one.
func (u *unit) elementary(fn *elementary.Function, s formula.Shape) ref {
	name := "elementary." + fn.Name + "." + s.String()
	if r, ok := u.refs[name]; ok {
		return r
	}
	var lane ref
	if s.IsVector() {
		lane = u.elementary(fn, s.Lane())
	}
	return u.add(name, target{fun: formula.Func(fn, s, uint64(lane))})
}

// floatElementary calls the function that computes o at type t.
func floatElementary(f *fn, fn *elementary.Function, t scalar.Type, x []value) {
	f.push(x...)
	f.call(f.u.elementary(fn, shapeOf(t)))
	f.normalise(t)
}

// vectorElementary is the function that computes o lane by lane on v128 operands
// of lanes of type t (f32x4 or f64x2), which are on the stack when it is
// called. The result is false if o has no such form.
func (u *unit) vectorElementary(o scalar.Op, t scalar.Type) (ref, bool) {
	fn := o.Info().Elementary
	s, ok := vectorShapeOf(t)
	if fn == nil || !ok {
		return 0, false
	}
	return u.elementary(fn, s), true
}
