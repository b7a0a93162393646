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

// elementaryLanes is how o, at type t, is computed in all lanes at once, if that is
// the way it is computed.
func (v *vector) elementaryLanes(o scalar.Op, t scalar.Type) (vectorOp, bool) {
	fn := o.Info().Elementary
	if fn == nil || !t.IsFloat() || t == scalar.F16 {
		return nil, false
	}
	shape := formula.F32x4
	switch {
	case t == scalar.F64:
		shape = formula.F64x2
	case v.Lanes == 2:
		shape = formula.F32x2
	}
	return func(v *vector, _ scalar.Type, x []value) {
		v.push(x...)
		v.call(v.u.elementary(fn, shape))
	}, true
}
