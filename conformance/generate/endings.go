package generate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
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
