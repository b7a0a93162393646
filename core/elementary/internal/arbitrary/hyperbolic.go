package arbitrary

import "math/big"

// Sinh is the hyperbolic sine.
func (p Precision) Sinh(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		r := p.Sinh(p.new().Neg(x))
		return r.Neg(r)
	}
	q := p + guard
	t := q.Expm1(x) // (t + t/(t+1)) / 2
	return p.scale(q.Add(t, q.Div(t, q.Add(q.int(1), t))), -1)
}

// Cosh is the hyperbolic cosine.
func (p Precision) Cosh(x *big.Float) *big.Float {
	q := p + guard
	e := q.Exp(x)
	return p.scale(q.Add(e, q.Div(q.int(1), e)), -1)
}

// Tanh is the hyperbolic tangent.
func (p Precision) Tanh(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		r := p.Tanh(p.new().Neg(x))
		return r.Neg(r)
	}
	q := p + guard
	t := q.Expm1(q.scale(x, 1))
	return p.Div(t, q.Add(t, q.int(2)))
}

// Asinh is the inverse of Sinh.
func (p Precision) Asinh(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		r := p.Asinh(p.new().Neg(x))
		return r.Neg(r)
	}
	if x.Sign() == 0 {
		return p.int(0)
	}
	q := p + guard + 2*Precision(max(0, exponent(x)))
	if exponent(x) < -int(p) {
		return p.new().Set(x) // x − x³/6
	}
	// log1p (x + x² / (1 + √(1 + x²)))
	s := q.Mul(x, x)
	root := q.Add(q.int(1), q.Sqrt(q.Add(q.int(1), s)))
	return p.Log1p(q.Add(x, q.Div(s, root)))
}

// Acosh is the inverse of Cosh; x ≥ 1.
func (p Precision) Acosh(x *big.Float) *big.Float {
	q := p + guard + Precision(x.MinPrec()) + Precision(max(0, exponent(x)))
	t := q.Sub(x, q.int(1)) // log1p (t + √(2t + t²))
	if t.Sign() == 0 {
		return p.int(0)
	}
	return p.Log1p(q.Add(t, q.Sqrt(q.Mul(t, q.Add(t, q.int(2))))))
}

// Atanh is the inverse of Tanh; |x| < 1.
func (p Precision) Atanh(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.int(0)
	}
	q := p + guard + Precision(x.MinPrec())
	if exponent(x) < -int(p) {
		return p.new().Set(x)
	}
	return p.scale(q.Log1p(q.Div(q.scale(x, 1), q.Sub(q.int(1), x))), -1)
}
