package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// usual are the most frequently drawn operators.
var usual = []scalar.Op{
	scalar.Add, scalar.Sub, scalar.Mul, scalar.Min, scalar.Max, scalar.And, scalar.Or, scalar.Xor,
	scalar.Eq, scalar.Lt, scalar.Le, scalar.Ge, scalar.Ne,
}

// within returns the types at which an operator is used inside programs: it maps floats to
// floats only, and only if bit-identical on all backends.
func within(op scalar.Op) (on scalar.TypeSet) {
	info := op.Info()
	on = info.On
	if info.Elementary != nil || info.Result != scalar.Same {
		on &^= scalar.FloatTypes
	}
	return on
}

// genPrim applies an operator. If it is partial, it is applied to constants at which it is
// defined, or guarded by an assertion or a test.
func genPrim(g *generator, b *ir.Builder, e *environment, _ int) {
	ops := usual
	if g.oneOf(3) == 0 {
		ops = scalar.Ops()
	}
	op := ops[g.oneOf(len(ops))]
	t, ok := g.typeIn(within(op))
	if !ok {
		return
	}
	x := &ir.Prim{Fn: op, Type: t}
	for k := range op.Info().Arity() {
		x.Args = append(x.Args, g.scalar(e, op.ParamType(t, k)))
	}
	result := ir.ScalarOf(op.ResultType(t))
	if !op.Info().Partial.Has(t) {
		g.let(b, e, "p", result, x)
		return
	}
	switch k := g.oneOf(6); k {
	case 0:
		g.assert(b, g.defined(b, x), ir.Arg(x.Args[1]), ir.Text(" is wrong for "+op.String()))
		g.let(b, e, "p", result, x)
	case 1, 2:
		then := b.Inner()
		y := then.Let("p", result, x)
		g.let(b, e, "p", result, &ir.If{Cond: g.defined(b, x), Then: then.Body(y), Else: b.Inner().Body(g.scalar(e, t))})
	default:
		x.Args[1] = ir.Const(scalar.Int(t, int64(k)))
		g.let(b, e, "p", result, x)
	}
}

// defined returns the condition that a partial operator has a result.
func (g *generator) defined(b *ir.Builder, x *ir.Prim) ir.Atom {
	zero := ir.Const(scalar.Zero(x.Type))
	if x.Fn == scalar.Pow {
		return b.Prim("ok", scalar.Ge, x.Type, x.Args[1], zero)
	}
	return b.Prim("ok", scalar.Ne, x.Type, x.Args[1], zero)
}

// typeIn draws one of the program's types, preferring the first that is in the set; there
// may be none.
func (g *generator) typeIn(set scalar.TypeSet) (scalar.Type, bool) {
	var fit []scalar.Type
	for _, t := range g.elems {
		if set.Has(t) {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return scalar.Invalid, false
	}
	return fit[g.oneOf(len(fit))], true
}

func genConvert(g *generator, b *ir.Builder, e *environment, _ int) {
	from, to := g.elem(), g.elem()
	if from != to && (!from.IsFloat() || to.IsFloat()) {
		g.let(b, e, "v", ir.ScalarOf(to), &ir.Convert{From: from, To: to, X: g.scalar(e, from)})
	}
}

// sum returns x + y, or x xor y for bools.
func sum(b *ir.Builder, t scalar.Type, x, y ir.Atom) ir.Atom {
	if t == scalar.Bool {
		return b.Prim("v", scalar.Xor, t, x, y)
	}
	return b.Prim("v", scalar.Add, t, x, y)
}
