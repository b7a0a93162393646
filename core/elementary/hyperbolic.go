package elementary

import "math"

// expLimit bounds the operands whose exponential, and its inverse, are far from
// the ends of the range.
const expLimit = 700

// halfExp is e^a / 2 in two parts, for |a| < expLimit.
func (p precision) halfExp(a F) double {
	m, k, _ := p.expOf(single(a))
	if p == wide {
		m = m.norm()
	}
	scale := k.Add(ic(1022)).Shl(52).Float()
	return double{m.hi.Mul(scale), m.lo.Mul(scale)}
}

// farHalfExp is e^a / 2 for a ≥ expLimit.
func (p precision) farHalfExp(a F) F {
	return a.Lt(c(720)).If(func() F {
		m, _, k := p.expOf(single(a))
		return scaleFar(m.sum(), k.Sub(c(1)))
	}, func() F { return a.Mul(c(math.Inf(1))) })
}

// odd series: a + a³·P(a²).
func oddPoly(a F, coefficients []float64) F {
	z := a.Mul(a)
	return a.Add(a.Mul(z).Mul(poly(z, coefficients)))
}

func (p precision) sinh(x F) F {
	a := x.Abs()
	return a.Lt(c(expLimit)).Guard(func() F {
		return a.Lt(c(1)).If(
			func() F { return oddPoly(a, sinhPoly) },
			func() F {
				e := p.halfExp(a)
				return e.hi.Add(e.lo.Sub(c(0.25).Div(e.hi)))
			}).Copysign(x)
	}, func() F { return p.farHalfExp(a).Copysign(x) })
}

func (p precision) cosh(x F) F {
	a := x.Abs()
	return a.Lt(c(expLimit)).Guard(func() F {
		e := p.halfExp(a)
		return e.hi.Add(e.lo.Add(c(0.25).Div(e.hi)))
	}, func() F { return p.farHalfExp(a) })
}

func (p precision) tanh(x F) F {
	a := x.Abs()
	return a.Lt(c(0.6)).If(
		func() F { return oddPoly(a, tanhPoly) },
		func() F { // 1 − 2/(e^2a + 1); beyond 20 that is 1
			a := a.Gt(c(20)).Pick(c(20), a)
			e := p.halfExp(a.Add(a))
			d := e.hi.Add(c(0.5))
			rest := e.hi.Sub(d.Sub(c(0.5))).Add(e.lo)
			q := c(1).Div(d)
			return c(1).Sub(q.Sub(q.Mul(rest).Mul(q)))
		}).Copysign(x)
}

func (p precision) asinh(x F) F {
	a := x.Abs()
	return a.Lt(c(0x1p400)).Guard(func() F {
		return a.Lt(c(0.5)).If(
			func() F { return oddPoly(a, asinhPoly) },
			func() F { // log (a + √(a² + 1))
				if p == narrow {
					return p.logOf(a.Add(a.Mul(a).Add(c(1)).Sqrt()), 0, c(0))
				}
				return p.logOfDouble(square(a).addF(c(1)).sqrt().addF(a))
			}).Copysign(x)
	}, func() F {
		return a.Lt(c(math.Inf(1))).If(
			func() F { return p.logOf(a, 1, c(0)).Copysign(x) },
			func() F { return x })
	})
}

func (p precision) acosh(x F) F {
	return x.Ge(c(1)).And(x.Lt(c(0x1p400))).Guard(func() F {
		// log (1 + t + √(2t + t²)), t = x − 1
		t := x.Sub(c(1))
		if p == narrow {
			r := t.Mul(t.Add(c(2))).Sqrt()
			return p.logOfDouble(twoSum(c(1), t.Add(r)))
		}
		s := square(t).addF(t.Add(t)).sqrt()
		zero := t.Eq(c(0))
		s = pickDouble(zero, double{t, t}, s) // not 0/0
		u := twoSum(x, s.hi)
		return p.logOfDouble(fastTwoSum(u.hi, u.lo.Add(s.lo)))
	}, func() F {
		return x.Gt(c(1)).And(x.Lt(c(math.Inf(1)))).If(
			func() F { return p.logOf(x, 1, c(0)) },
			func() F { return x.Lt(c(1)).Pick(c(math.NaN()), x) })
	})
}

func (p precision) atanh(x F) F {
	a := x.Abs()
	return a.Lt(c(1)).Guard(func() F {
		return a.Lt(c(0.171)).If(
			func() F { // half the series of log
				z := a.Mul(a)
				return a.Add(a.Mul(z).Mul(poly(z, logPoly)).Mul(c(0.5)))
			},
			func() F {
				if p == narrow {
					return p.logOf(c(1).Add(a).Div(c(1).Sub(a)), 0, c(0)).Mul(c(0.5))
				}
				q := fastTwoSum(c(1), a).div(fastTwoSum(c(1), a.Neg()))
				return p.logOfDouble(q).Mul(c(0.5))
			}).Copysign(x)
	}, func() F {
		return a.Eq(c(1)).Pick(c(math.Inf(1)).Copysign(x), a.Gt(c(1)).Pick(c(math.NaN()), x))
	})
}
