package elementary

import "math"

// pow is x · x for the power 2, so that the one may be written as the other.
func (p precision) pow(x, y F) F { return y.Eq(c(2)).Pick(x.Mul(x), p.powExp(x, y)) }

// powExp is e^(y · log x), of the logarithm l in two parts, where the result is
// normal; slow otherwise.
func (p precision) powExp(x, y F) F {
	if p == narrow {
		// An error of 2^-40 in the exponent does not matter.
		t := p.plainLog(x).Mul(y)
		return normalPositive(x).And(t.Abs().Lt(c(expLimit))).Guard(
			func() F { m, k, _ := p.expOf(single(t)); return scaleBy(m.sum(), k) },
			func() F { return p.anyPow(x, y) })
	}
	t := logDouble(x, 0).mulF(y)
	return normalPositive(x).And(t.hi.Abs().Lt(c(expLimit))).Guard(
		func() F { m, k, _ := p.expOf(t); return scaleBy(m.sum(), k) },
		func() F { return p.anyPow(x, y) })
}

// plainLog is the logarithm to f64's precision.
func (p precision) plainLog(x F) F { return wide.logOf(x, 0, c(0)) }

// anyPow is pow for all operands.
func (p precision) anyPow(x, y F) F {
	a, inf := x.Abs(), c(math.Inf(1))
	zero := c(0)
	one := y.Eq(zero).Or(x.Eq(c(1)))
	nan := x.IsNaN().Or(y.IsNaN())
	whole := y.Trunc().Eq(y)
	half := y.Mul(c(0.5))
	oddY := whole.And(half.Trunc().Eq(half).Not()).And(y.Abs().Lt(inf))
	flip := oddY.IPick(x.Bits().And(ic(1<<63)), ic(0))
	return one.If(func() F { return c(1) }, func() F {
		return nan.If(func() F { return x.Add(y) }, func() F {
			// Whether the magnitude is at an end of the range: base or exponent
			// are.
			extreme := a.Eq(zero).Or(a.Eq(inf)).Or(y.Abs().Eq(inf))
			return extreme.If(func() F {
				grows := a.Gt(c(1)).word().Xor(y.Gt(zero).word()).Eq(ic(0))
				r := grows.Pick(inf, zero)
				r = a.Eq(c(1)).Pick(c(1), r)
				return r.Bits().Xor(flip).Float()
			}, func() F {
				return x.Lt(zero).And(whole.Not()).If(func() F { return c(math.NaN()) }, func() F {
					return p.finitePow(a, y).Bits().Xor(flip).Float()
				})
			})
		})
	})
}

// finitePow is a^y for a positive finite a and a finite y.
func (p precision) finitePow(a, y F) F {
	subnormal := a.Lt(c(0x1p-1022))
	hi, lo := subnormal.If2(
		func() (F, F) { l := logDouble(a.Mul(c(0x1p54)), -54); return l.hi, l.lo },
		func() (F, F) { l := logDouble(a, 0); return l.hi, l.lo })
	l := double{hi, lo}
	t := l.hi.Mul(y)
	return t.Gt(c(720)).If(func() F { return c(math.Inf(1)) }, func() F {
		return t.Lt(c(-760)).If(func() F { return c(0) }, func() F {
			// y is at most 2^64 here, or the base is 1.
			d := l.mulF(y)
			return p.expAnywhere(d)
		})
	})
}

// hypot is √(x² + y²). The squares of f32 are exact.
func (p precision) hypot(x, y F) F {
	s := x.Mul(x).Add(y.Mul(y))
	least := 0x1p-900
	if p == narrow {
		least = 0
	}
	return s.Ge(c(least)).And(s.Lt(c(0x1p1000))).Guard(
		func() F { return s.Sqrt() },
		func() F {
			a, b := x.Abs(), y.Abs()
			inf := c(math.Inf(1))
			infinite := a.Eq(inf).Or(b.Eq(inf))
			large := a.Gt(c(0x1p400)).Or(b.Gt(c(0x1p400)))
			scale := large.Pick(c(0x1p-600), c(0x1p600))
			back := large.Pick(c(0x1p600), c(0x1p-600))
			a, b = a.Mul(scale), b.Mul(scale)
			return infinite.Pick(inf, a.Mul(a).Add(b.Mul(b)).Sqrt().Mul(back))
		})
}

// cbrt is a polynomial's value, cut to 26 bits so that its square is exact,
// improved by a step of Halley's method.
func (p precision) cbrt(x F) F {
	a := x.Abs()
	return normalPositive(a).Guard(
		func() F { return p.cbrtOf(a).Copysign(x) },
		func() F {
			return a.Gt(c(0)).And(a.Lt(c(0x1p-1022))).If(
				func() F { return p.cbrtOf(a.Mul(c(0x1p54))).Mul(c(0x1p-18)).Copysign(x) },
				func() F { return x })
		})
}

func (p precision) cbrtOf(a F) F {
	k, m := split(a, 1)
	// k = 3q + r, r one of −1, 0, 1
	q := k.Mul(c(1.0 / 3)).Nearest()
	r := k.Sub(q.Mul(c(3)))
	less, more := r.Lt(c(0)), r.Gt(c(0))
	v := m.Mul(less.Pick(c(0.5), more.Pick(c(2), c(1))))
	root := less.Pick(c(cbrt4[0]/2), more.Pick(c(cbrt2[0]), c(1)))
	y := upper(poly(m, cbrtPoly).Mul(root))
	s := v.Div(y.Mul(y))
	y = y.Add(y.Mul(s.Sub(y)).Div(y.Add(y).Add(s)))
	return y.Mul(powerOf2(q))
}
