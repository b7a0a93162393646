package elementary

import "math"

// normalPositive is where x is a positive normal finite number.
func normalPositive(x F) M {
	return x.Ge(c(0x1p-1022)).And(x.Lt(c(math.Inf(1))))
}

// logParts is x = 2^k · m with m in [√½, √2), for a positive normal x. The
// upper twelve bits of the difference of x's bits and those of √½ are k, modulo
// 2^12.
func logParts(x F) (k, m F) {
	const sqrtHalf = 0x3fe6a09e667f3bcd
	const bias = 1 << 11
	d := x.Bits().Add(ic(bias<<52 - sqrtHalf))
	k = d.Shr(52).Or(ic(math.Float64bits(1 << 52))).Float().Sub(c(1<<52 + bias))
	m = x.Neg().Bits().Sub(d.And(ic(0xfff << 52))).Float()
	return k, m
}

// logTerms is log (1 + f) = f − (f²/2 − s·(f²/2 + z·R)), where s = f/(2+f), z = s²:
// f, f²/2, and s·(f²/2 + z·R).
func (p precision) logTerms(f F) (halfSquare, t F) {
	s := f.Div(f.Add(c(2)))
	z := s.Mul(s)
	coefficients := logPoly
	if p == narrow {
		coefficients = logPoly32
	}
	r := z.Mul(poly(z, coefficients))
	halfSquare = f.Mul(f).Mul(c(0.5))
	return halfSquare, s.Mul(halfSquare.Add(r))
}

// subnormalLog is log of what normalPositive excludes; log computes it for
// positive normal numbers, and the log of x is that of x · 2^54 less 54 of
// unit.
func subnormalLog(x F, log func(x, k0 F) F) F {
	return x.Gt(c(0)).And(x.Lt(c(math.Inf(1)))).If(
		func() F { return log(x.Mul(c(0x1p54)), c(-54)) },
		func() F {
			// 0: −inf; +inf and NaN: themselves; below 0: NaN.
			return x.Eq(c(0)).Pick(c(math.Inf(-1)), x.Lt(c(0)).Pick(c(math.NaN()), x))
		})
}

func (p precision) log(x F) F {
	log := func(x, k0 F) F {
		k, m := logParts(x)
		k = k.Add(k0)
		f := m.Sub(c(1))
		h, t := p.logTerms(f)
		if p == narrow {
			return k.Mul(c(ln2Exact[0])).Add(f.Sub(h.Sub(t)))
		}
		// k·ln2[0] is exact.
		return k.Mul(c(ln2[0])).Sub(h.Sub(t.Add(k.Mul(c(ln2[1])))).Sub(f))
	}
	return normalPositive(x).Guard(
		func() F { return log(x, c(0)) },
		func() F { return subnormalLog(x, log) })
}
