package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// endings are the operators that expose properties of floats, or that are not bit-identical
// on all backends.
var endings = slices.DeleteFunc(scalar.Ops(), func(op scalar.Op) bool { return op.Info().On&^within(op) == 0 })

// rounded names results that may be off by a few units in the last place.
const rounded = "rounded"

// Rounded reports, for each result of a generated program, whether a backend may be off by
// a few units in the last place.
func Rounded(p *ir.Program) []bool {
	var out []bool
	for _, r := range p.Fun(EntryPoint).Results {
		out = append(out, r.Name.Base == rounded)
	}
	return out
}

// ending binds the result of an operator of endings, or of a conversion, applied to floats,
// a single one or all of an array, and returns a name for it. Nothing else is computed from
// it.
func (g *generator) ending(b *ir.Builder, e *environment) (result ir.Param, base string, ok bool) {
	t, ok := g.typeIn(scalar.FloatTypes)
	if !ok || g.oneOf(4) == 0 {
		return ir.Param{}, "", false
	}
	k := g.oneOf(len(endings) + 4)
	base = "told"
	var of func(b *ir.Builder, x ir.Atom) (ir.Atom, scalar.Type)
	if k < len(endings) {
		op := endings[k]
		if op.Info().Elementary != nil {
			base = rounded
		}
		of = func(b *ir.Builder, x ir.Atom) (ir.Atom, scalar.Type) {
			if op == scalar.Gamma || op == scalar.Lgamma { // beyond their poles and zeros
				x = b.Prim("x", scalar.Max, t, x, ir.Const(scalar.Int(t, 3)))
			}
			args := []ir.Atom{x}
			for len(args) < op.Info().Arity() {
				args = append(args, g.scalar(e, t))
			}
			return b.Prim("y", op, t, args...), op.ResultType(t)
		}
	} else {
		to := g.elem()
		of = func(b *ir.Builder, x ir.Atom) (ir.Atom, scalar.Type) { return b.Convert(t, to, x), to }
	}
	for _, a := range g.pick(e.arrays, 4) {
		if a.Type.Elem != t || a.Type.Rank() != 1 {
			continue
		}
		x := ir.Param{Name: g.names.Fresh("x"), Type: ir.ScalarOf(t)}
		in := b.Inner()
		y, to := of(in, ir.Var(x.Name))
		fn := &ir.Lambda{Params: []ir.Param{x}, Results: []ir.Type{ir.ScalarOf(to)}, Body: in.Body(y)}
		out := ir.ArrayOf(to, a.Type.Dims...)
		all := b.Let("ys", out, &ir.Map{Width: a.Type.Dims[0], Fn: fn, Arrays: []name.Name{a.Name}})
		return ir.Param{Name: all.Name, Type: out}, base, true
	}
	y, to := of(b, g.scalar(e, t))
	if !y.IsVar() {
		return ir.Param{}, "", false
	}
	return ir.Param{Name: y.Name, Type: ir.ScalarOf(to)}, base, true
}

// mostApart is the error allowed for an elementary function, in units in the last
// place: GPUs have their own implementations.
const mostApart = 16

// Nearly accepts floats that differ by a few units in the last place.
func Nearly(want, got scalar.Value) bool {
	return want.Same(got) || !want.IsNaN() && !got.IsNaN() && got.Type.IsFloat() && apart(want, got) <= mostApart
}

// Agree reports whether results of a generated program are the same bits, or nearly so where p computes them by functions
// that may be a few units in the last place off.
func Agree(p *ir.Program, want, got []value.Value) bool {
	if len(want) != len(got) {
		return false
	}
	for k, roughly := range Rounded(p) {
		if !value.Equal(want[k], got[k]) && !(roughly && allNearly(want[k], got[k])) {
			return false
		}
	}
	return true
}

func allNearly(want, got value.Value) bool {
	if got.Elem != want.Elem || !slices.Equal(got.Shape, want.Shape) {
		return false
	}
	for i := range want.Len() {
		if !Nearly(want.At(i), got.At(i)) {
			return false
		}
	}
	return true
}

// apart counts the floats between two of a type.
func apart(a, b scalar.Value) uint64 {
	order := func(v scalar.Value) int64 {
		sign := uint64(1) << (v.Type.Bits() - 1)
		if v.Bits&sign != 0 {
			return -int64(v.Bits &^ sign)
		}
		return int64(v.Bits)
	}
	x, y := order(a), order(b)
	if x < y {
		x, y = y, x
	}
	return uint64(x) - uint64(y)
}
