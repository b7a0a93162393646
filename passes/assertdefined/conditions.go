package assertdefined

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

var (
	yes  = ir.Const(scalar.FromBool(true))
	no   = ir.Const(scalar.FromBool(false))
	zero = ir.Size(0)
	one  = ir.Size(1)
	most = ir.Size(math.MaxInt64)
)

// i64 applies an operator to i64s. It folds constants.
func (g *guard) i64(base string, op scalar.Op, args ...ir.Atom) ir.Atom {
	return g.fold(base, op, scalar.I64, args...)
}

// fold is Prim, but for constants computes the result.
func (g *guard) fold(base string, op scalar.Op, t scalar.Type, args ...ir.Atom) ir.Atom {
	var xs [3]scalar.Value
	for i, a := range args {
		if a.IsVar() {
			return g.Prim(base, op, t, args...)
		}
		xs[i] = a.Const
	}
	return ir.Const(op.Func(t)(xs[0], xs[1], xs[2]))
}

// all is whether all conditions hold.
func (g *guard) all(conds ...ir.Atom) ir.Atom {
	ok := yes
	for _, c := range conds {
		switch {
		case ok == yes:
			ok = c
		case c != yes:
			ok = g.fold("ok", scalar.And, scalar.Bool, ok, c)
		}
	}
	return ok
}

// either is whether one of two conditions holds.
func (g *guard) either(x, y ir.Atom) ir.Atom {
	switch {
	case x == yes || y == yes:
		return yes
	case x == no:
		return y
	case y == no:
		return x
	}
	return g.fold("ok", scalar.Or, scalar.Bool, x, y)
}

// choose is x if cond, else y.
func (g *guard) choose(cond, x, y ir.Atom) ir.Atom {
	if !cond.IsVar() {
		if cond == yes {
			return x
		}
		return y
	}
	return g.Prim("sel", scalar.Select, scalar.I64, cond, x, y)
}

func (g *guard) le(x, y ir.Atom) ir.Atom {
	if x == y {
		return yes
	}
	return g.i64("ok", scalar.Le, x, y)
}

func (g *guard) equal(x, y ir.Atom) ir.Atom {
	if x == y {
		return yes
	}
	return g.i64("ok", scalar.Eq, x, y)
}

// inBounds is 0 ≤ i < n.
func (g *guard) inBounds(i, n ir.Atom) ir.Atom {
	return g.all(g.le(zero, i), g.i64("ok", scalar.Lt, i, n))
}

// noneNegative is whether all sizes are at least 0.
func (g *guard) noneNegative(sizes []ir.Atom) ir.Atom {
	ok := yes
	for _, n := range sizes {
		ok = g.all(ok, g.le(zero, n))
	}
	return ok
}

// product is x · y, or the largest i64 if that is less. If a factor is negative it is any number.
func (g *guard) product(x, y ir.Atom) ir.Atom {
	switch one {
	case x:
		return y
	case y:
		return x
	}
	p := g.i64("n", scalar.Mul, x, y)
	fits := g.all(
		g.equal(g.i64("high", scalar.MulHi, x, y), zero),
		g.le(zero, p))
	return g.choose(fits, p, most)
}

// elements is the number of elements of an array, or the largest i64 if that is less.
func (g *guard) elements(shape []ir.Atom) ir.Atom {
	n := one
	for _, d := range shape {
		n = g.product(n, d)
	}
	return n
}

// magnitude is |step|, and whether step is at least 0. The magnitude of the least i64 is itself.
func (g *guard) magnitude(step ir.Atom) (size, up ir.Atom) {
	up = g.le(zero, step)
	return g.choose(up, step, g.i64("down", scalar.Sub, zero, step)), up
}
