package elementary

import "math"

// sqrtPi is √π.
const sqrtPi = 1.772453850905516027298167483341145183

// erfNear is erf a for 0 ≤ a < 1 in two parts: a times a polynomial in a² − ½.
func (p precision) erfNear(a F) double {
	w := a.Mul(a).Sub(c(0.5))
	if p == narrow {
		return double{a.Mul(c(erfMiddle[0])), a.Mul(w).Mul(poly(w, erfPoly32))}
	}
	h := product(a, c(erfMiddle[0]))
	return double{h.hi, h.lo.Add(a.Mul(w.Mul(poly(w, erfPoly)).Add(c(erfMiddle[1]))))}
}

// erfcFar is erfc a = e^(−a²) · P(t) / (1 + 2a), t = (a − 4)/(a + 4), for ½ ≤ a ≤ 28, as
// a number about 1 and the exponent of 2 that it is to be scaled by.
func (p precision) erfcFar(a F, exact bool) (v F, kBits I, k F) {
	t := a.Sub(c(4)).Div(a.Add(c(4)))
	if p == narrow {
		m, kBits, k := p.expOf(single(a.Mul(a).Neg()))
		return m.sum().Mul(poly(t, erfcPoly32)).Div(a.Add(a).Add(c(1))), kBits, k
	}
	s := square(a)
	m, kBits, k := p.expOf(s.neg())
	value := fastTwoSum(c(erfcPoly[0]), t.Mul(poly(t, erfcPoly[1:])))
	if !exact {
		return m.sum().Mul(value.sum()).Div(a.Add(a).Add(c(1))), kBits, k
	}
	q := value.div(fastTwoSum(a.Add(a), c(1)))
	return m.norm().mul(q).sum(), kBits, k
}

func (p precision) erf(x F) F {
	a := x.Abs()
	return a.Lt(c(1)).If(
		func() F {
			r := p.erfNear(a).sum()
			if p == wide { // where parts of products underflow
				r = a.Lt(c(0x1p-700)).Pick(a.Mul(c(2/sqrtPi)), r)
			}
			return r
		},
		func() F {
			a := a.Gt(c(6)).Pick(c(6), a)
			v, k, _ := p.erfcFar(a, false)
			return c(1).Sub(v.Mul(k.Add(ic(1023)).Shl(52).Float())) // NaN stays NaN
		}).Copysign(x)
}

func (p precision) erfc(x F) F {
	return x.Lt(c(26)).Guard(func() F {
		a := x.Abs()
		return a.Lt(c(0.5)).If(
			func() F {
				e := p.erfNear(a)
				d := double{withSign(e.hi, x), withSign(e.lo, x)}
				s := fastTwoSum(c(1), d.hi.Neg())
				return s.hi.Add(s.lo.Sub(d.lo))
			},
			func() F {
				a := a.Gt(c(26)).Pick(c(26), a)
				v, k, _ := p.erfcFar(a, true)
				r := scaleBy(v, k)
				return x.Lt(c(0)).Pick(c(2).Sub(r), r)
			})
	}, func() F {
		return x.Lt(c(28)).If(
			func() F { v, _, k := p.erfcFar(x, true); return scaleFar(v, k) },
			func() F { return x.IsNaN().Pick(c(math.NaN()), c(0)) })
	})
}
