package elementary

import "math"

func (p precision) asinTail(s, z F) F {
	if p == narrow {
		return s.Mul(z).Mul(poly(z, asinPoly32))
	}
	return s.Mul(z).Mul(poly(z, asinPoly))
}

// asinParts is, for |x| ≤ ½, arcsin |x| = s + t, and beyond arcsin √((1 − |x|)/2) =
// s + t, of which arcsin |x| is π/2 less the double. NaN beyond 1.
func (p precision) asinParts(x F) (far M, s double) {
	a := x.Abs()
	far = a.Gt(c(0.5))
	z := far.Pick(c(1).Sub(a).Mul(c(0.5)), a.Mul(a))
	root := far.Pick(z.Sqrt(), a)
	return far, double{root, p.asinTail(root, z)}
}

// asinDouble is arcsin |x|, and acosDouble is arccos x. The root's rounding
// error counts only in the latter.
func (p precision) asinDouble(x F) double {
	far, s := p.asinParts(x)
	hi := c(halfPiExact[0])
	twice := s.hi.Add(s.hi)
	d := hi.Sub(twice)
	rest := hi.Sub(d).Sub(twice).Add(c(halfPiExact[1])).Sub(s.lo.Add(s.lo))
	return pickDouble(far, double{d, rest}, s)
}

func (p precision) acosDouble(x F) double {
	far, s := p.asinParts(x)
	negative := x.Lt(c(0))
	if p == wide { // the error of the root, where there is one
		a := x.Abs()
		z := c(1).Sub(a).Mul(c(0.5))
		e := square(s.hi)
		fix := z.Sub(e.hi).Sub(e.lo).Div(s.hi.Add(s.hi))
		use := far.And(s.hi.Gt(c(0)))
		s.lo = s.lo.Add(use.Pick(fix, c(0)))
	}
	// near: π/2 ∓ s; far: 2s or π − 2s
	hi := far.Pick(negative.Pick(c(pi[0]), c(0)), c(halfPiExact[0]))
	lo := far.Pick(negative.Pick(c(pi[1]), c(0)), c(halfPiExact[1]))
	factor := far.Pick(negative.Pick(c(-2), c(2)), negative.Pick(c(1), c(-1)))
	sum := fastTwoSum(hi, s.hi.Mul(factor))
	return double{sum.hi, sum.lo.Add(s.lo.Mul(factor).Add(lo))}
}

func (p precision) asin(x F) F { return p.asinDouble(x).sum().Copysign(x) }
func (p precision) acos(x F) F { return p.acosDouble(x).sum() }

// overPi is x / π.
func (p precision) overPi(x double) F {
	if p == narrow {
		return x.sum().Mul(c(invPi[0]))
	}
	return x.norm().mul(cc(invPi)).sum()
}

func (p precision) asinpi(x F) F { return p.oddOverPi(x, p.asinDouble(x)) }

// oddOverPi is r / π, with the sign of x, where r is an odd function of |x| that
// is x itself for small ones. If those are so small that parts of products
// underflow, they are scaled by 2^200.
func (p precision) oddOverPi(x F, r double) F {
	v := p.overPi(r).Copysign(x)
	if p == narrow {
		return v
	}
	a := x.Abs()
	return a.Gt(c(0x1p-700)).Or(a.Eq(c(0))).Or(a.IsNaN()).Guard(func() F { return v }, func() F {
		return cc(invPi).mulF(x.Mul(c(0x1p200))).sum().Mul(c(0x1p-200))
	})
}

func (p precision) acospi(x F) F { return p.overPi(p.acosDouble(x)) }

// atanOf is arctan n/d, for 0 ≤ n, 0 ≤ d, not both zero or infinite. The fraction
// is turned by π/4 or π/2 so that it is at most ½ then; n − d is exact.
func (p precision) atanOf(n, d F) double {
	steep := n.Gt(d.Add(d))
	middle := n.Gt(d.Mul(c(0.5)))
	num := steep.Pick(d.Neg(), middle.Pick(n.Sub(d), n))
	den := steep.Pick(n, middle.Pick(n.Add(d), d))
	hi := steep.Pick(c(halfPiExact[0]), middle.Pick(c(quarterPiExact[0]), c(0)))
	lo := steep.Pick(c(halfPiExact[1]), middle.Pick(c(quarterPiExact[1]), c(0)))
	t := num.Div(den)
	z := t.Mul(t)
	coefficients := atanPoly
	if p == narrow {
		coefficients = atanPoly32
	}
	tail := t.Mul(z).Mul(poly(z, coefficients))
	if p == narrow {
		return double{hi, t.Add(tail)}
	}
	sum := fastTwoSum(hi, t)
	return double{sum.hi, sum.lo.Add(tail.Add(lo))}
}

func (p precision) atan(x F) F {
	a := x.Abs()
	// Infinity would give ∞ − ∞ in a part that is not picked, which is harmless.
	return p.atanOf(a, c(1)).sum().Copysign(x)
}

func (p precision) atanpi(x F) F { return p.oddOverPi(x, p.atanOf(x.Abs(), c(1))) }

// around is the angle of the point (b, a) with signs y and x, from that in the
// first quadrant.
func (p precision) around(r double, x M, y F, finish func(double) F) F {
	if p == narrow {
		v := r.sum()
		return finish(double{x.Pick(c(math.Pi).Sub(v), v), c(0)}).Copysign(y)
	}
	s := fastTwoSum(c(pi[0]), r.hi.Neg())
	s.lo = s.lo.Add(c(pi[1]).Sub(r.lo))
	return finish(pickDouble(x, s, r)).Copysign(y)
}

// direction is the angle of (x, y), through finish.
func (p precision) direction(y, x F, finish func(double) F) F {
	a, b := y.Abs(), x.Abs()
	ordinary := func(v F) M { return v.Gt(c(0x1p-400)).And(v.Lt(c(0x1p400))) }
	return ordinary(a).And(ordinary(b)).Guard(
		func() F { return p.around(p.atanOf(a, b), x.Lt(c(0)), y, finish) },
		func() F {
			nan := a.IsNaN().Or(b.IsNaN())
			return nan.If(func() F { return x.Add(y) }, func() F {
				// Of infinities only the directions count; of two zeros only
				// that of x.
				inf := c(math.Inf(1))
				aInf, bInf := a.Eq(inf), b.Eq(inf)
				some := aInf.Or(bInf)
				a := some.Pick(aInf.Pick(c(1), c(0)), a)
				b := some.Pick(bInf.Pick(c(1), c(0)), b)
				b = a.Eq(c(0)).And(b.Eq(c(0))).Pick(c(1), b)
				// Away from overflow of the sum, and from subnormals.
				large := a.Gt(c(0x1p1000)).Or(b.Gt(c(0x1p1000)))
				small := a.Lt(c(0x1p-900)).And(b.Lt(c(0x1p-900)))
				scale := large.Pick(c(0x1p-4), small.Pick(c(0x1p120), c(1)))
				return p.around(p.atanOf(a.Mul(scale), b.Mul(scale)), x.Bits().Lt(ic(0)), y, finish)
			})
		})
}

func (p precision) atan2(y, x F) F { return p.direction(y, x, double.sum) }

func (p precision) atan2pi(y, x F) F {
	return p.direction(y, x, func(d double) F {
		if p == narrow {
			return p.overPi(d)
		}
		// A tiny angle is divided scaled, so that its parts do not underflow.
		scale := d.hi.Abs().Lt(c(0x1p-700)).Pick(c(0x1p200), c(1))
		back := d.hi.Abs().Lt(c(0x1p-700)).Pick(c(0x1p-200), c(1))
		return p.overPi(double{d.hi.Mul(scale), d.lo.Mul(scale)}).Mul(back)
	})
}
