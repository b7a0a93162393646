package elementary

import "math"

// The gamma function has no vector form: a vector is computed lane by lane.
func lanewise(x F, f func() F) F {
	return x.Lt(x).Guard(func() F { return x }, f)
}

// stirlingFrom is where Stirling's series takes over.
const stirlingFrom = 8

// stirlingDouble is log Γ(x) for x ≥ stirlingFrom.
func stirlingDouble(x F) double {
	u := c(1).Div(x)
	l := logDouble(x, 0)
	s := l.mul(fastTwoSum(x, c(-0.5))).addF(x.Neg()).add(cc(halfLog2Pi))
	return s.addF(u.Mul(poly(u.Mul(u), stirlingPoly)))
}

// descend is (x − 1)·(x − 2)·…, as many factors as bring x down to less than
// 2.5, for 1.5 ≤ x < stirlingFrom + ½, and x less the number of factors.
func descend(x F) (y F, d double) {
	const steps = stirlingFrom - 2
	y = x
	d = double{c(1), c(0)}
	for range steps {
		more := y.Ge(c(2.5))
		next := y.Sub(c(1)) // exact
		hi, lo := more.If2(
			func() (F, F) { e := d.mulF(next); return e.hi, e.lo },
			func() (F, F) { return d.hi, d.lo })
		y = more.Pick(next, y)
		d = double{hi, lo}
	}
	return y, d
}

// smallGamma is Γ(x) for 2^-60 ≤ x < stirlingFrom: Γ(2 + t) times or divided by
// factors.
func smallGamma(x F) double {
	near := func(t F) double { return fastTwoSum(c(1), t.Mul(poly(t, gammaPoly))) }
	return ifDouble(x.Ge(c(1.5)),
		func() double {
			y, d := descend(x)
			return near(y.Sub(c(2))).mul(d)
		},
		func() double {
			return ifDouble(x.Ge(c(0.5)),
				func() double { return near(x.Sub(c(1))).div(single(x)) },
				func() double { return near(x).div(fastTwoSum(c(1), x).mulF(x)) })
		})
}

// positiveGamma is Γ(x) = d · 2^k for 2^-60 ≤ x < 200.
func (p precision) positiveGamma(x F) (d double, k F) {
	r := x.Lt(c(stirlingFrom)).branch(If,
		func() []F { d := smallGamma(x); return []F{d.hi, d.lo, c(0)} },
		func() []F {
			l := stirlingDouble(x)
			m, _, k := wide.expOf(l)
			m = m.norm()
			return []F{m.hi, m.lo, k}
		})
	return double{r[0], r[1]}, r[2]
}

func (p precision) gamma(x F) F {
	return lanewise(x, func() F {
		a := x.Abs()
		return a.Lt(c(0x1p-60)).If(func() F { return c(1).Div(x) }, func() F {
			return x.Gt(c(0)).If(
				func() F {
					return x.Lt(c(172)).If(
						func() F { d, k := p.positiveGamma(x); return scaleFar(d.sum(), k) },
						func() F { return c(math.Inf(1)) })
				},
				func() F { return p.negativeGamma(x, a) })
		})
	})
}

// negativeGamma is Γ(−a) = −π / (a · sin πa · Γ(a)); NaN for integers and NaN.
func (p precision) negativeGamma(x, a F) F {
	pole := a.Trunc().Eq(a).Or(a.IsNaN())
	return pole.If(func() F { return c(math.NaN()) }, func() F {
		s := p.sinOfTurn(a)
		return a.Lt(c(190)).If(func() F {
			d, k := p.positiveGamma(a)
			r := cc(pi).div(s.mulF(a).mul(d))
			return scaleFar(r.sum().Neg(), k.Neg())
		}, func() F { return c(0).Copysign(s.hi.Neg()) })
	})
}

// sinOfTurn is sin πa in two parts, for 0 < a not an integer.
func (p precision) sinOfTurn(a F) double {
	rest := a.Sub(a.Mul(c(0.5)).Trunc().Mul(c(2)))
	t := wide.turn(rest)
	s, co := wide.sinKernel(t.r), wide.cosKernel(t.r)
	v := pickDouble(odd(t.k), co, s).norm()
	sign := signOf(t.k)
	return double{v.hi.Bits().Xor(sign).Float(), v.lo.Bits().Xor(sign).Float()}
}

// positiveLogGamma is log Γ(x) for 2^-60 ≤ x < 2^60.
func positiveLogGamma(x F) double {
	near := func(t F) double {
		d := cc(logGammaCurve).mulF(t).add(cc(logGammaSlope)).mulF(t)
		return d.addF(t.Mul(t).Mul(t).Mul(poly(t, logGammaPoly)))
	}
	log := func(d double) double {
		l := logDouble(d.hi, 0)
		return l.addF(d.lo.Div(d.hi))
	}
	return ifDouble(x.Lt(c(stirlingFrom)),
		func() double {
			return ifDouble(x.Ge(c(1.5)),
				func() double {
					y, d := descend(x)
					return near(y.Sub(c(2))).add(log(d))
				},
				func() double {
					return ifDouble(x.Ge(c(0.5)),
						func() double { return near(x.Sub(c(1))).add(logDouble(x, 0).neg()) },
						func() double { return near(x).add(log(fastTwoSum(c(1), x).mulF(x)).neg()) })
				})
		},
		func() double { return stirlingDouble(x) })
}

func (p precision) lgamma(x F) F {
	return lanewise(x, func() F {
		a := x.Abs()
		return a.Lt(c(0x1p-60)).If(
			func() F { // log 1/a
				return a.Eq(c(0)).If(func() F { return c(math.Inf(1)) }, func() F {
					return anyLogInside(a).Neg()
				})
			},
			func() F {
				return x.Gt(c(0)).If(
					func() F {
						return x.Lt(c(0x1p60)).If(
							func() F { return positiveLogGamma(x).sum() },
							func() F { // x·(log x − 1)
								return x.Lt(c(math.Inf(1))).If(
									func() F { return logDouble(x, 0).addF(c(-1)).sum().Mul(x) },
									func() F { return x })
							})
					},
					func() F { return p.negativeLogGamma(a) })
			})
	})
}

// anyLogInside is log x for positive finite x, subnormal ones too.
func anyLogInside(x F) F {
	return x.Lt(c(0x1p-1022)).If(
		func() F { return wide.logOf(x.Mul(c(0x1p54)), -54, c(0)) },
		func() F { return wide.logOf(x, 0, c(0)) })
}

// negativeLogGamma is log |Γ(−a)| = log (π / (a·|sin πa|)) − log Γ(a).
func (p precision) negativeLogGamma(a F) F {
	pole := a.Trunc().Eq(a)
	return pole.Or(a.IsNaN()).If(
		func() F { return a.IsNaN().Pick(a, c(math.Inf(1))) },
		func() F {
			s := p.sinOfTurn(a)
			s = double{s.hi.Abs(), withSign(s.lo, s.hi)}
			q := cc(pi).div(s.mulF(a))
			l := logDouble(q.hi, 0).addF(q.lo.Div(q.hi))
			return l.add(positiveLogGamma(a).neg()).sum()
		})
}
