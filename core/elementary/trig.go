package elementary

import "math"

// quadrantLimit bounds the operands of the fast reduction: quadrants up to
// 2^20, so that their product with a part of π/2 is exact.
const quadrantLimit = 1 << 20

// angle is k·π/2 + r, |r| ≤ π/4 (about); the lowest two bits of k count.
type angle struct {
	r double
	k I
}

// reduce is for |x| < quadrantLimit.
func (p precision) reduce(x F) angle {
	t := x.Mul(c(2 / math.Pi)).Add(c(magic))
	k := t.Sub(c(magic))
	r := x.Sub(k.Mul(c(halfPi[0]))) // exact
	if p == narrow {
		return angle{double{r.Sub(k.Mul(c(halfPi[1] + halfPi[2]))), c(0)}, t.Bits()}
	}
	first := twoSum(r, k.Mul(c(-halfPi[1])))
	second := twoSum(first.hi, k.Mul(c(-halfPi[2])))
	rest := first.lo.Add(second.lo).Sub(k.Mul(c(halfPi[3])))
	return angle{fastTwoSum(second.hi, rest), t.Bits()}
}

// reduceFar is for any |x| ≥ 1, by M. Payne's and R. Hanek's method: of the
// product with 2/π only the bits matter that are neither multiples of 4 nor too
// small.
func reduceFar(x F) angle {
	bits := x.Abs().Bits()
	// x = m · 2^e with an integer m < 2^53. Bits from position e + 62 on of 2/π
	// after 64 zero bits count; the first of them, times 2^e, weighs 2.
	m := bits.And(ic(1<<52 - 1)).Or(ic(1 << 52))
	at := bits.Shr(52).Sub(ic(1075 - 62))
	w := window(at.Shr(6), 0, len(twoOverPi)-4)
	n := at.And(ic(63))
	// word i of the window, shifted by n bits (in two steps, as n may be 0)
	shifted := func(i int) I {
		return w[i].ShlBy(n).Or(w[i+1].Shr(1).ShrBy(ic(63).Sub(n)))
	}
	w0, w1, w2 := shifted(0), shifted(1), shifted(2)
	// p = m · (w0 w1 w2) modulo 2^192
	h2, l2 := mulWide(m, w2)
	h1, l1 := mulWide(m, w1)
	p1 := h2.Add(l1)
	carry := unsignedLess(p1, h2)
	p0 := m.Mul(w0).Add(h1).Sub(carry.word())
	// The upper two bits are the quadrant, the rest its part.
	hi, lo := p0.Shl(2).Or(p1.Shr(62)), p1.Shl(2).Or(l2.Shr(62))
	upperHalf := hi.Lt(ic(0)) // more than half of it: count from the next
	k := p0.Shr(62).Sub(upperHalf.word())
	flip := upperHalf.word()
	hi, lo = hi.Xor(flip), lo.Xor(flip) // the negative, less 2^-128
	zeros := hi.LeadingZeros()
	hi = hi.ShlBy(zeros).Or(lo.Shr(1).ShrBy(ic(63).Sub(zeros)))
	lo = lo.ShlBy(zeros)
	scale := ic(1023 - 53).Sub(zeros).Shl(52).Float()
	f := double{hi.Shr(11).ToFloat().Mul(scale), hi.Shl(53).Or(lo.Shr(11)).Shr(11).ToFloat().Mul(scale).Mul(c(0x1p-53))}
	r := f.mul(cc(halfPiExact))
	sign := x.Bits().Xor(flip).And(ic(1 << 63))
	r = double{r.hi.Bits().Xor(sign).Float(), r.lo.Bits().Xor(sign).Float()}
	// −x is in the quadrant −k.
	negative := x.Lt(c(0))
	return angle{r, negative.IPick(ic(0).Sub(k), k)}
}

// window is four words of twoOverPi from number i on; i is in [from, to].
func window(i I, from, to int) [4]I {
	if from == to {
		var w [4]I
		for j := range w {
			w[j] = ic(twoOverPi[from+j])
		}
		return w
	}
	middle := (from + to) / 2
	arm := func(from, to int) func() []F {
		return func() (out []F) {
			for _, w := range window(i, from, to) {
				out = append(out, w.Float())
			}
			return out
		}
	}
	r := i.Lt(ic(uint64(middle+1))).branch(If, arm(from, middle), arm(middle+1, to))
	return [4]I{r[0].Bits(), r[1].Bits(), r[2].Bits(), r[3].Bits()}
}

// mulWide is the 128-bit product, from halves.
func mulWide(x, y I) (hi, lo I) {
	const half = 1<<32 - 1
	x0, x1, y0, y1 := x.And(ic(half)), x.Shr(32), y.And(ic(half)), y.Shr(32)
	low, a, b := x0.Mul(y0), x1.Mul(y0), x0.Mul(y1)
	middle := low.Shr(32).Add(a.And(ic(half))).Add(b)
	return x1.Mul(y1).Add(a.Shr(32)).Add(middle.Shr(32)), x.Mul(y)
}

func unsignedLess(x, y I) M {
	return x.Xor(ic(1 << 63)).Lt(y.Xor(ic(1 << 63)))
}

// sinKernel is sin (r.hi + r.lo) for |r| ≤ π/4, in two parts.
func (p precision) sinKernel(r double) double {
	z := r.hi.Mul(r.hi)
	if p == narrow { // one product, which keeps the sign of zero
		return double{r.hi.Mul(z.Mul(poly(z, sinPoly32)).Add(c(1))), c(0)}
	}
	return double{r.hi, r.hi.Mul(z).Mul(poly(z, sinPoly)).Add(r.lo.Sub(r.lo.Mul(z).Mul(c(0.5))))}
}

// cosKernel is the cosine.
func (p precision) cosKernel(r double) double {
	z := r.hi.Mul(r.hi)
	h := z.Mul(c(0.5))
	w := c(1).Sub(h)
	if p == narrow {
		return double{w, z.Mul(z).Mul(poly(z, cosPoly32))}
	}
	rest := c(1).Sub(w).Sub(h)
	return double{w, rest.Add(z.Mul(z).Mul(poly(z, cosPoly)).Sub(r.hi.Mul(r.lo)))}
}

// odd is where k is, and signOf is the sign bit that bit 1 of k stands for.
func odd(k I) M    { return k.And(ic(1)).Eq(ic(1)) }
func signOf(k I) I { return k.And(ic(2)).Shl(62) }

func (p precision) sinOf(a angle) F {
	v := odd(a.k).Pick(p.cosKernel(a.r).sum(), p.sinKernel(a.r).sum())
	return v.Bits().Xor(signOf(a.k)).Float()
}

func (p precision) cosOf(a angle) F { return p.sinOf(angle{a.r, a.k.Add(ic(1))}) }

// tanOf divides in two parts.
func (p precision) tanOf(a angle) F {
	m := odd(a.k)
	s, co := p.sinKernel(a.r), p.cosKernel(a.r)
	sign := a.k.Shl(63)
	var q F
	if p == narrow {
		q = m.Pick(co.sum(), s.sum()).Div(m.Pick(s.sum(), co.sum()))
	} else {
		q = pickDouble(m, co, s).norm().div(pickDouble(m, s, co).norm()).sum()
	}
	return q.Bits().Xor(sign).Float()
}

// circular extends a function of an angle to all operands.
func (p precision) circular(x F, of func(a angle) F) F {
	return x.Abs().Lt(c(quadrantLimit)).Guard(
		func() F { return of(p.reduce(x)) },
		func() F {
			return x.Abs().Lt(c(math.Inf(1))).If(
				func() F { return of(reduceFar(x)) },
				func() F { return c(math.NaN()).Add(x) })
		})
}

func (p precision) cos(x F) F { return p.circular(x, p.cosOf) }

// sin and tan keep the sign of zero.
func (p precision) sin(x F) F {
	return p.circular(x, func(a angle) F { return p.tiny(x, p.sinOf(a)) })
}

func (p precision) tan(x F) F {
	return p.circular(x, func(a angle) F { return p.tiny(x, p.tanOf(a)) })
}

// tiny is x where that is so small that the function's result is x itself, else
// r.
func (p precision) tiny(x, r F) F {
	if p == narrow {
		return r
	}
	return x.Abs().Lt(c(0x1p-30)).Pick(x, r)
}

// turn reduces π·x for |x| < 2^50: to k·π/2 + r with an exact x − k/2.
func (p precision) turn(x F) angle {
	t := x.Add(x).Add(c(magic))
	f := x.Sub(t.Sub(c(magic)).Mul(c(0.5)))
	if p == narrow {
		return angle{double{f.Mul(c(math.Pi)), c(0)}, t.Bits()}
	}
	return angle{cc(pi).mulF(f), t.Bits()}
}

// turns extends a function of an angle with even or odd symmetry from what
// turn reduces. Operands close to zero are computed scaled by 2^200, and their
// result is proportional to them.
func (p precision) turns(x F, of func(a angle) F, nearZero func(x F) F) F {
	a := x.Abs()
	return a.Lt(c(1<<50)).And(a.Gt(c(0x1p-600)).Or(a.Eq(c(0)))).Guard(
		func() F { return of(p.turn(a)) },
		func() F {
			return a.Lt(c(1)).If(func() F { return nearZero(a) }, func() F {
				// Even integers do not count; all of this is exact. Infinities
				// become NaN.
				rest := a.Sub(a.Mul(c(0.5)).Trunc().Mul(c(2)))
				return of(p.turn(rest))
			})
		})
}

// timesPi is x·π for x close to zero.
func timesPi(x F) F {
	return cc(pi).mulF(x.Mul(c(0x1p200))).sum().Mul(c(0x1p-200))
}

// withSign changes the sign of r if x has one.
func withSign(r, x F) F { return r.Bits().Xor(x.Bits().And(ic(1 << 63))).Float() }

func (p precision) sinpi(x F) F {
	// −0 + 0 is 0, so that the sign of a zero is that of x
	return p.turns(x, func(a angle) F { return withSign(p.sinOf(a).Add(c(0)), x) },
		func(a F) F { return withSign(timesPi(a), x) })
}

func (p precision) cospi(x F) F {
	return p.turns(x, func(a angle) F { return p.cosOf(a).Add(c(0)) }, func(F) F { return c(1) })
}

func (p precision) tanpi(x F) F {
	return p.turns(x, func(a angle) F {
		sin, cos := p.sinOf(a).Add(c(0)), p.cosOf(a).Add(c(0))
		if p == narrow {
			return withSign(sin.Div(cos), x)
		}
		pole := cos.Eq(c(0))
		return withSign(pole.Or(sin.Eq(c(0))).Pick(sin.Div(cos), p.tanOf(a)), x)
	}, func(a F) F { return withSign(timesPi(a), x) })
}
