package arbitrary

import (
	"math"
	"math/big"
)

// reduce is x − k·π/2 with |result| ≤ π/4 (about), and k modulo 4.
func (p Precision) reduce(x *big.Float) (r *big.Float, quadrant int) {
	q := p + 2*guard + Precision(max(0, exponent(x)))
	for {
		half := q.scale(q.Pi(), -1)
		k := q.Div(x, half)
		k.Add(k, q.Float(math.Copysign(0.5, f64(x))))
		n, _ := k.Int(nil)
		r = q.Sub(x, q.Mul(q.new().SetInt(n), half))
		// Close to a multiple of π/2 the difference loses bits.
		if r.Sign() == 0 && x.Sign() == 0 || int(q)-(exponent(x)-exponent(r)) > int(p)+guard/2 {
			return r, int(new(big.Int).And(n, big.NewInt(3)).Int64())
		}
		q += q / 2
	}
}

// sinSeries is sin r, and cosSeries is cos r, for small r.
func (p Precision) sinSeries(r *big.Float) *big.Float {
	return p.alternating(p.new().Set(r), r, 2)
}

func (p Precision) cosSeries(r *big.Float) *big.Float {
	return p.alternating(p.int(1), r, 1)
}

func (p Precision) alternating(first, r *big.Float, n int64) *big.Float {
	q := p + guard
	sum, term, square := q.new().Set(first), q.new().Set(first), q.Mul(r, r)
	square.Neg(square)
	for ; ; n += 2 {
		term.Mul(term, square)
		term.Quo(term, q.int(n*(n+1)))
		if q.negligible(term, sum) {
			return p.new().Set(sum)
		}
		sum.Add(sum, term)
	}
}

// SinCos is the sine and the cosine of x.
func (p Precision) SinCos(x *big.Float) (sin, cos *big.Float) {
	r, quadrant := p.reduce(x)
	s, c := p.sinSeries(r), p.cosSeries(r)
	switch quadrant {
	case 0:
		return s, c
	case 1:
		return c, s.Neg(s)
	case 2:
		return s.Neg(s), c.Neg(c)
	}
	return c.Neg(c), s
}

// Sin is the sine of x.
func (p Precision) Sin(x *big.Float) *big.Float { s, _ := p.SinCos(x); return s }

// Cos is the cosine of x.
func (p Precision) Cos(x *big.Float) *big.Float { _, c := p.SinCos(x); return c }

// Tan is the tangent of x.
func (p Precision) Tan(x *big.Float) *big.Float {
	s, c := (p + guard).SinCos(x)
	return p.Div(s, c)
}

// SinCosPi is the sine and the cosine of π·x.
func (p Precision) SinCosPi(x *big.Float) (sin, cos *big.Float) {
	q := p + guard + Precision(x.MinPrec())
	n, _ := q.Mul(x, q.int(2)).Int(nil)
	r := q.Sub(x, q.scale(q.new().SetInt(n), -1)) // exact
	s, c := q.SinCos(q.Mul(q.Pi(), r))
	if r.Sign() == 0 {
		s, c = q.int(0), q.int(1)
	}
	switch new(big.Int).And(n, big.NewInt(3)).Int64() {
	case 0:
		return s, c
	case 1:
		return c, s.Neg(s)
	case 2:
		return s.Neg(s), c.Neg(c)
	}
	return c.Neg(c), s
}

// Atan is the arc tangent of x: of its f64 value y, the rest by the series.
func (p Precision) Atan(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.int(0)
	}
	q := p + 2*guard
	if exponent(x) < -int(q)/2 {
		return p.oddSeries(x, -1)
	}
	if exponent(x) > 100 { // π/2 − arctan 1/x
		half := q.scale(q.Pi(), -1)
		if x.Sign() < 0 {
			half.Neg(half)
		}
		return p.Sub(half, q.Atan(q.Div(q.int(1), x)))
	}
	q += Precision(max(0, exponent(x))) * 2
	y := math.Atan(f64(x))
	if exponent(x) < -20 {
		y = 0
	}
	if y == 0 {
		return p.new().Set(q.oddSeries(x, -1))
	}
	t := q.Tan(q.Float(y))
	d := q.Div(q.Sub(x, t), q.Add(q.int(1), q.Mul(x, t)))
	if d.Sign() == 0 {
		return p.Float(y)
	}
	return p.Add(q.Float(y), q.oddSeries(d, -1))
}

// Atan2 is the angle of the point (x, y), which is not the origin.
func (p Precision) Atan2(y, x *big.Float) *big.Float {
	q := p + guard
	if x.Sign() == 0 || x.Sign() < 0 && y.Sign() == 0 {
		angle := q.Pi()
		if x.Sign() == 0 {
			angle = q.scale(angle, -1)
		}
		if y.Signbit() {
			angle = q.new().Neg(angle)
		}
		return p.new().Set(angle)
	}
	a := q.Atan(q.Div(y, x))
	switch {
	case x.Sign() > 0:
		return p.new().Set(a)
	case y.Signbit():
		return p.Sub(a, q.Pi())
	}
	return p.Add(a, q.Pi())
}

// beside is √(1 − x²).
func (p Precision) beside(x *big.Float) *big.Float {
	q := p + guard + 2*Precision(x.MinPrec()) // 1 − x² is exact
	for _, d := range []*big.Float{q.Sub(q.int(1), x), q.Add(q.int(1), x)} {
		if d.Sign() != 0 {
			q += Precision(max(0, -exponent(d)))
		}
	}
	if exponent(x) < -int(p) {
		return p.int(1)
	}
	return p.Sqrt(q.Mul(q.Sub(q.int(1), x), q.Add(q.int(1), x)))
}

// Asin is the arc sine of x.
func (p Precision) Asin(x *big.Float) *big.Float {
	q := p + guard
	return p.Atan2(x, q.beside(x))
}

// Acos is the arc cosine of x.
func (p Precision) Acos(x *big.Float) *big.Float {
	q := p + guard
	b := q.beside(x)
	if b.Sign() == 0 && x.Sign() > 0 {
		return p.int(0)
	}
	return p.Atan2(b, x)
}
