package elementary

import "math"

// normalPositive is where x is a positive normal finite number.
func normalPositive(x F) M {
	return x.Ge(c(0x1p-1022)).And(x.Lt(c(math.Inf(1))))
}

// split is x = 2^k · m with m in [least, 2·least), for a positive normal x and a
// least between ½ and 1. The upper twelve bits of the difference of x's bits
// and those of least are k, modulo 2^12.
func split(x F, least float64) (k, m F) {
	const bias = 1 << 11
	d := x.Bits().Add(ic(bias<<52 - math.Float64bits(least)))
	k = d.Shr(52).Or(ic(math.Float64bits(1 << 52))).Float().Sub(c(1<<52 + bias))
	m = x.Neg().Bits().Sub(d.And(ic(0xfff << 52))).Float()
	return k, m
}

// logTerms is log (1 + f) = f − (h − t), where h = f²/2, t = s·(h + z·R(z)),
// s = f/(2+f), z = s².
func (p precision) logTerms(f F) (h, t F) {
	s := f.Div(f.Add(c(2)))
	z := s.Mul(s)
	coefficients := logPoly
	if p == narrow {
		coefficients = logPoly32
	}
	r := z.Mul(poly(z, coefficients))
	h = f.Mul(f).Mul(c(0.5))
	return h, s.Mul(h.Add(r))
}

// logOf is log x + shift·log 2 + rest for a positive normal x and a small rest.
func (p precision) logOf(x F, shift float64, rest F) F {
	k, m := split(x, math.Sqrt2/2)
	if shift != 0 {
		k = k.Add(c(shift))
	}
	f := m.Sub(c(1))
	h, t := p.logTerms(f)
	if p == narrow {
		return k.Mul(c(ln2Exact[0])).Add(f.Sub(h.Sub(t.Add(rest))))
	}
	// k·ln2[0] is exact.
	return k.Mul(c(ln2[0])).Sub(h.Sub(t.Add(k.Mul(c(ln2[1])).Add(rest))).Sub(f))
}

// log2Of and log10Of multiply the logarithm, in two parts, by the constant.
func (p precision) log2Of(x F, shift float64, _ F) F {
	return p.scaledLog(x, shift, [2]float64{1, 0}, invLn2)
}

func (p precision) log10Of(x F, shift float64, _ F) F {
	return p.scaledLog(x, shift, log2of10inv, invLn10)
}

func (p precision) scaledLog(x F, shift float64, unit, factor [2]float64) F {
	k, m := split(x, math.Sqrt2/2)
	if shift != 0 {
		k = k.Add(c(shift))
	}
	f := m.Sub(c(1))
	h, t := p.logTerms(f)
	if p == narrow {
		return k.Mul(c(unit[0] + unit[1])).Add(f.Sub(h.Sub(t)).Mul(c(factor[0])))
	}
	hi := upper(f.Sub(h))
	lo := f.Sub(hi).Sub(h).Add(t)
	a, b := upperOf(factor[0]), factor[0]-upperOf(factor[0])+factor[1]
	product := hi.Mul(c(a)) // exact
	rest := lo.Add(hi).Mul(c(b)).Add(lo.Mul(c(a)))
	whole := k
	if unit[0] != 1 {
		whole = k.Mul(c(unit[0])) // exact
		rest = rest.Add(k.Mul(c(unit[1])))
	}
	s := fastTwoSum(whole, product) // where whole is 0, s.lo is 0
	return s.hi.Add(s.lo.Add(rest))
}

// anyLog extends a logarithm, of, from the positive normal numbers to all.
func anyLog(x F, of func(x F, shift float64, rest F) F) F {
	return normalPositive(x).Guard(
		func() F { return of(x, 0, c(0)) },
		func() F {
			return x.Gt(c(0)).And(x.Lt(c(math.Inf(1)))).If(
				func() F { return of(x.Mul(c(0x1p54)), -54, c(0)) },
				func() F {
					// 0: −inf; +inf and NaN: themselves; below 0: NaN.
					return x.Eq(c(0)).Pick(c(math.Inf(-1)), x.Lt(c(0)).Pick(c(math.NaN()), x))
				})
		})
}

func (p precision) log(x F) F   { return anyLog(x, p.logOf) }
func (p precision) log2(x F) F  { return anyLog(x, p.log2Of) }
func (p precision) log10(x F) F { return anyLog(x, p.log10Of) }

// logOfDouble is log (x.hi + x.lo) for a positive normal x.
func (p precision) logOfDouble(x double) F { return p.logOf(x.hi, 0, x.lo.Div(x.hi)) }

func (p precision) log1p(x F) F {
	return x.Gt(c(-1)).And(x.Lt(c(0x1p1000))).Guard(
		func() F { return x.Eq(c(0)).Pick(x, p.logOfDouble(twoSum(c(1), x))) },
		func() F {
			return x.Gt(c(0)).And(x.Lt(c(math.Inf(1)))).If(
				func() F { return p.logOf(x, 0, c(0)) },
				func() F { return x.Eq(c(-1)).Pick(c(math.Inf(-1)), x.Lt(c(-1)).Pick(c(math.NaN()), x)) })
		})
}

// logDouble is log x + shift·log 2 for a positive normal x, up to some 2^-64 of
// it. With s = (m − centre) / (m + centre), |s| < 0.102, the logarithm of m/centre is
// ⅔·s·(3 + s² + s⁴·P(s²)); each factor is cut so that products of the upper parts
// are exact.
func logDouble(x F, shift float64) double {
	k, m := split(x, 0.816496580927726) // √(2/3)
	if shift != 0 {
		k = k.Add(c(shift))
	}
	low := m.Lt(c(1.224744871391589)) // √1.5
	centre := low.Pick(c(1), c(1.5))
	f := m.Sub(centre) // exact
	d := fastTwoSum(centre, m)
	divisor := halves(d.hi)
	r := c(1).Div(d.hi)
	s := f.Mul(r)
	hi := upper(s)
	lo := f.Sub(hi.Mul(divisor.hi)).Sub(hi.Mul(divisor.lo.Add(d.lo))).Mul(r)

	z, square := s.Mul(s), hi.Mul(hi)
	rest := z.Mul(z).Mul(poly(z, powPoly)).Add(lo.Mul(hi.Add(s)))
	t := upper(c(3).Add(square).Add(rest))
	tLow := rest.Sub(t.Sub(c(3)).Sub(square))
	u, v := hi.Mul(t), lo.Mul(t).Add(tLow.Mul(s))
	p := upper(u.Add(v))
	pLow := v.Sub(p.Sub(u))

	two3 := upperOf(twoThirds[0])
	whole := k.Mul(c(ln2[0])).Add(low.Pick(c(0), c(log1p5[0]))) // exact
	sum := fastTwoSum(whole, p.Mul(c(two3)))
	tail := k.Mul(c(ln2[1])).Add(low.Pick(c(0), c(log1p5[1])))
	tail = tail.Add(p.Mul(c(twoThirds[0] - two3 + twoThirds[1])).Add(pLow.Mul(c(twoThirds[0]))))
	return fastTwoSum(sum.hi, sum.lo.Add(tail))
}
