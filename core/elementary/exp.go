package elementary

import "math"

// magic + k, for an integer |k| < 2^51, holds k in its lowest bits.
const magic = 3 << 51

// scaleBy is x · 2^k for a result that is a normal number; kBits is magic + k.
func scaleBy(x F, kBits I) F { return x.Bits().Add(kBits.Shl(52)).Float() }

// scaleFar is x · 2^k for |k| < 2100 and x about 1, overflowing to infinity
// and underflowing gradually: in two steps.
func scaleFar(x F, k F) F {
	half := k.Mul(c(0.5)).Nearest()
	first := powerOf2(half)
	return x.Mul(first).Mul(powerOf2(k.Sub(half)))
}

// powerOf2 is 2^k, for an integer k with a normal result.
func powerOf2(k F) F { return k.Add(c(magic + 1023)).Bits().Shl(52).Float() }

// expReduced is e^(r + lo) for |r| ≤ ½ log 2 and tiny lo: hi, 1 + r or so,
// and the rest, which is not small.
func (p precision) expReduced(r, lo F) double {
	if p == narrow {
		return double{r.Mul(r).Mul(poly(r, expPoly32)).Add(r).Add(c(1)), c(0)}
	}
	t := r.Mul(r).Mul(poly(r, expPoly))
	hi := r.Add(c(1)) // exact up to rest
	rest := r.Sub(hi.Sub(c(1)))
	return double{hi, rest.Add(t.Add(lo.Add(lo.Mul(r))))}
}

// expOf is e^(x.hi + x.lo) = (m.hi + m.lo) · 2^k for |x| < 2^20 or so; kBits is
// magic + k.
func (p precision) expOf(x double) (m double, kBits I, k F) {
	t := x.hi.Mul(c(invLn2[0])).Add(c(magic))
	k = t.Sub(c(magic))
	r := x.hi.Sub(k.Mul(c(ln2[0]))) // exact: ln2[0] has zeros at its end
	e := k.Mul(c(ln2[1]))
	if p == narrow {
		return p.expReduced(r.Sub(e), c(0)), t.Bits(), k
	}
	d := r.Sub(e)
	lo := r.Sub(d).Sub(e)
	if x.lo.isConst() { // 0
		return p.expReduced(d, lo), t.Bits(), k
	}
	s := fastTwoSum(d, lo.Add(x.lo))
	return p.expReduced(s.hi, s.lo), t.Bits(), k
}

const (
	expLeast = -708.3964185322641 // below, e^x is subnormal
	expMost  = 709.782712893384   // above, e^x overflows
)

func (p precision) exp(x F) F {
	return x.Abs().Lt(c(-expLeast)).Guard(func() F {
		m, k, _ := p.expOf(single(x))
		return scaleBy(m.sum(), k)
	}, func() F { return p.expAnywhere(single(x)) })
}

// expAnywhere is e^x for every x.
func (p precision) expAnywhere(x double) F {
	return x.hi.Lt(c(-750)).If(func() F { return c(0) }, func() F {
		return x.hi.Lt(c(expMost+1)).If(func() F {
			m, _, k := p.expOf(x)
			return scaleFar(m.sum(), k)
		}, func() F { return x.hi.Mul(c(math.Inf(1))) }) // +inf, NaN
	})
}
