package lowering

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// mostFactorial is the greatest int whose factorial is one of 64 bits.
const mostFactorial = 20

// factorial is the product 1·2·…·n of an int.
func (l *lowerer) factorial(x []lower.Value) lower.Value {
	n := x[0].Atom()
	l.Assert(l.All(l.I64("ok", scalar.Le, ir.Size(0), n), l.I64("ok", scalar.Le, n, ir.Size(mostFactorial))),
		"the factorial of ", n, " is no int of 64 bits")
	return l.repeated(x[0], number(ir.Size(1)), func(product, i ir.Atom) ir.Atom {
		return l.I64("product", scalar.Mul, product, l.add(i, ir.Size(1)))
	})
}

// repeated is what f makes of the int v, n times, with the ints from 0 on.
func (l *lowerer) repeated(n, v lower.Value, f func(v, i ir.Atom) ir.Atom) lower.Value {
	return l.Loop(lower.Loop{Init: v, Count: &n, Index: "i", Names: []string{"v"}, Body: func(v, i lower.Value) lower.Value {
		return lower.ScalarValue(v.Elem(), f(v.Atom(), i.Atom()))
	}})
}

// combinations is the binomial coefficient, n over k, of ints. For a negative n it is that of its positive
// counterpart, with a sign: (-1)^k · (k-n-1 over k), or (-1)^(n-k) · (-k-1 over n-k) for a negative k.
func (l *lowerer) combinations(x []lower.Value) lower.Value {
	k, n := x[0].Atom(), x[1].Atom()
	zero, one := ir.Size(0), ir.Size(1)
	below := l.I64("below", scalar.Lt, n, zero)
	both := l.All(below, l.I64("both", scalar.Lt, k, zero))
	from := l.Choose(both, l.sub(ir.Size(-1), k), l.Choose(below, l.sub(l.sub(k, n), one), n))
	taken := l.Choose(both, l.sub(n, k), k)
	some := l.All(l.I64("some", scalar.Le, zero, taken), l.I64("some", scalar.Le, taken, from))
	fewer := l.I64("fewer", scalar.Min, taken, l.sub(from, taken))
	times := number(l.Choose(some, fewer, zero))
	c := l.repeated(times, number(one), func(c, i ir.Atom) ir.Atom {
		// c · (from-fewer+i+1) / (i+1): the divisor is divided out of both factors.
		i = l.add(i, one)
		d := l.divisorOf(number(c), number(i)).Atom()
		x := l.I64("x", scalar.Quot, c, d)
		y := l.I64("y", scalar.Quot, l.add(l.sub(from, fewer), i), l.I64("d", scalar.Quot, i, d))
		l.Assert(l.I64("ok", scalar.Le, x, l.I64("most", scalar.Quot, ir.Size(math.MaxInt64), y)),
			"the binomial coefficient of ", k, " and ", n, " is no int of 64 bits")
		return l.I64("c", scalar.Mul, x, y)
	})
	odd := l.All(below, l.I64("odd", scalar.Eq, l.I64("bit", scalar.And, taken, one), one))
	signed := l.Choose(odd, l.sub(zero, c.Atom()), c.Atom())
	return number(l.Choose(some, signed, zero))
}

// mostFactorsOfDoubles is the k up to which the binomial coefficient of doubles is a product.
const mostFactorsOfDoubles = 1 << 16

// combinationsOfDoubles is Γ(n+1) / (Γ(k+1)·Γ(n-k+1)). Where k or n-k is a whole number it is a product, as Γ soon
// is infinite, or 0 where only the divisor has a pole.
func (l *lowerer) combinationsOfDoubles(x []lower.Value) lower.Value {
	real := func(op scalar.Op, x ...lower.Value) lower.Value { return l.Operator(op, scalar.F64, x...) }
	constant := func(c float64) lower.Value { return lower.Constant(scalar.Float(scalar.F64, c)) }
	k, n := x[0], x[1]
	one := constant(1)
	rest := real(scalar.Sub, n, k)
	isCount := func(v lower.Value) ir.Atom {
		return l.All(real(scalar.Eq, real(scalar.Floor, v), v).Atom(), real(scalar.Le, constant(0), v).Atom(),
			real(scalar.Le, v, constant(mostFactorsOfDoubles)).Atom())
	}
	product := func(k lower.Value) lower.Value {
		base := real(scalar.Sub, n, k)
		return l.repeated(l.convert(k, scalar.I64), one, func(c, i ir.Atom) ir.Atom {
			i1 := real(scalar.Add, l.convert(number(i), scalar.F64), one)
			c1 := lower.ScalarValue(scalar.F64, c)
			return real(scalar.Div, real(scalar.Mul, c1, real(scalar.Add, base, i1)), i1).Atom()
		})
	}
	gamma := func(v lower.Value) lower.Value { return real(scalar.Gamma, real(scalar.Add, v, one)) }
	below := func(v lower.Value) ir.Atom { return real(scalar.Lt, v, constant(0)).Atom() }
	pole := func(v lower.Value) ir.Atom { return l.All(real(scalar.Eq, real(scalar.Floor, v), v).Atom(), below(v)) }
	whole := real(scalar.Eq, real(scalar.Floor, n), n)
	restIsFewer := l.All(whole.Atom(), isCount(rest), l.Bool("fewer", scalar.Or, real(scalar.Lt, rest, k).Atom(), below(k)))
	poles := l.Bool("poles", scalar.Or, pole(k), pole(rest))
	finite := l.Bool("finite", scalar.Or, l.Bool("finite", scalar.Not, pole(n)), below(rest))
	vanishes := l.All(poles, finite)
	return l.either(restIsFewer, func() lower.Value { return product(rest) }, func() lower.Value {
		return l.either(isCount(k), func() lower.Value { return product(k) }, func() lower.Value {
			return l.either(vanishes, func() lower.Value { return constant(0) }, func() lower.Value {
				return real(scalar.Div, gamma(n), real(scalar.Mul, gamma(k), gamma(rest)))
			})
		})
	})
}
