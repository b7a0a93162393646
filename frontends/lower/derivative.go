package lower

import (
	"errors"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower/internal/autodiff"
)

// Tangent runs f on x, and returns its result and the derivative along dx, a value like x.
// Integers and booleans, and what f captures, are constants; so those of a derivative are
// zero.
func (b *Builder) Tangent(f, x, dx Value) (y, dy Value) {
	dx = b.Resize(dx, x.Shape)
	x = b.variables(x)
	inner := b.within(func() { y = b.Apply(f, x) })
	seeds := floats(x, dx)
	tangent := b.derived(inner, func(p autodiff.Program) (autodiff.Derivative, error) {
		return autodiff.Forward(p, inner.Stms(), seeds)
	})
	return y, b.derivatives(y, tangent)
}

// Adjoint runs f on x, and returns its result and the adjoint of x where that of the result
// is dy, a value like the result; otherwise it is as Tangent.
func (b *Builder) Adjoint(f, x, dy Value) (y, dx Value) {
	x = b.variables(x)
	inner := b.within(func() {
		y = b.Apply(f, x)
		dy = b.Resize(dy, y.Shape)
	})
	var vary []name.Name
	for n := range floats(x, x) {
		vary = append(vary, n)
	}
	adjoint := b.derived(inner, func(p autodiff.Program) (autodiff.Derivative, error) {
		return autodiff.Reverse(p, inner.Stms(), vary, y.Atoms(), dy.Atoms())
	})
	return y, b.derivatives(x, adjoint)
}

// variables gives the floats in x names that nothing else has: what a function captures is
// constant even where it is the function's argument too.
func (b *Builder) variables(x Value) Value {
	out := Value{Shape: x.Shape}
	for i, t := range Leaves(x.Shape) {
		a := x.Atoms()[i]
		if t.Elem.IsFloat() {
			a = b.let("x", t, &ir.Use{X: a})
		}
		out.flat = append(out.flat, a)
	}
	return out
}

// floats maps the floats of x to those of dx, a value of the same shape.
func floats(x, dx Value) map[name.Name]ir.Atom {
	out := map[name.Name]ir.Atom{}
	for i, t := range Leaves(x.Shape) {
		if t.Elem.IsFloat() {
			out[x.Atoms()[i].Name] = dx.Atoms()[i]
		}
	}
	return out
}

// derived replaces the statements of inner, a finished scope, by those of a derivative, and
// adds them here.
func (b *Builder) derived(inner *scope, derive func(autodiff.Program) (autodiff.Derivative, error)) func(ir.Atom) (ir.Atom, bool) {
	d, err := derive(autodiff.Program{
		Names: b.names,
		Fun:   func(f string) *ir.Fun { return b.byName[f] },
		Type:  b.flow.Type,
	})
	if no := (*autodiff.Error)(nil); errors.As(err, &no) {
		fail(no.Pos, "%s", no.Msg)
	}
	inner.Builder = ir.NewBuilder(b.names)
	inner.Append(d.Stms...)
	b.flow.Again(d.Stms)
	b.scope.splice(inner)
	return d.Of
}

// derivatives are those of the leaves of v, with zeros where there is none.
func (b *Builder) derivatives(v Value, of func(ir.Atom) (ir.Atom, bool)) Value {
	out := Value{Shape: v.Shape}
	for i, t := range Leaves(v.Shape) {
		d, ok := of(v.Atoms()[i])
		zero := ir.Const(scalar.Zero(t.Elem))
		switch {
		case ok:
		case t.IsScalar():
			d = zero
		default:
			d = b.let("zero", t, &ir.Replicate{Shape: t.Dims, Value: zero})
		}
		out.flat = append(out.flat, d)
	}
	return out
}
