// Package arbitrary computes elementary and special functions to any precision,
// by series on math/big's floats. The coefficients of core/elementary come from
// it, and its tests compare with it. It shares nothing with what it tests: no
// minimax polynomials, no splitting of arguments into parts of 53 bits.
//
// A Precision is a number of bits; results have a relative error of a few units
// of the last of them. Operands are finite, and inside the function's domain.
package arbitrary

import (
	"math"
	"math/big"
	"sync"
)

// Precision is a number of bits.
type Precision uint

// guard are the bits that are computed in addition.
const guard = 40

func (p Precision) new() *big.Float { return new(big.Float).SetPrec(uint(p)) }

// Float is x, exactly.
func (p Precision) Float(x float64) *big.Float { return p.new().SetFloat64(x) }

func (p Precision) int(n int64) *big.Float { return p.new().SetInt64(n) }

func (p Precision) Add(x, y *big.Float) *big.Float { return p.new().Add(x, y) }
func (p Precision) Sub(x, y *big.Float) *big.Float { return p.new().Sub(x, y) }
func (p Precision) Mul(x, y *big.Float) *big.Float { return p.new().Mul(x, y) }
func (p Precision) Div(x, y *big.Float) *big.Float { return p.new().Quo(x, y) }
func (p Precision) Sqrt(x *big.Float) *big.Float   { return p.new().Sqrt(x) }

// scale is x · 2^n.
func (p Precision) scale(x *big.Float, n int) *big.Float { return p.new().SetMantExp(x, n) }

// exponent is that of x: x is in [½, 1) · 2^exponent.
func exponent(x *big.Float) int { return x.MantExp(nil) }

// negligible reports whether adding term to sum changes nothing.
func (p Precision) negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || sum.Sign() != 0 && exponent(term) < exponent(sum)-int(p)-2
}

// constants remembers π and ln 2 at the precisions asked for.
var constants sync.Map

func (p Precision) constant(name string, compute func() *big.Float) *big.Float {
	type key struct {
		name string
		p    Precision
	}
	if v, ok := constants.Load(key{name, p}); ok {
		return v.(*big.Float)
	}
	v, _ := constants.LoadOrStore(key{name, p}, compute())
	return v.(*big.Float)
}

// Pi is π, by Machin's formula.
func (p Precision) Pi() *big.Float {
	return p.constant("pi", func() *big.Float {
		q := p + guard
		a := q.arctanInverse(5, -1)
		b := q.arctanInverse(239, -1)
		return p.Sub(q.scale(a, 4), q.scale(b, 2))
	})
}

// Ln2 is the logarithm of 2: 18 artanh 1/26 − 2 artanh 1/4801 + 8 artanh 1/8749.
func (p Precision) Ln2() *big.Float {
	return p.constant("ln2", func() *big.Float {
		q := p + guard
		a := q.Mul(q.int(18), q.arctanInverse(26, 1))
		b := q.Mul(q.int(2), q.arctanInverse(4801, 1))
		c := q.Mul(q.int(8), q.arctanInverse(8749, 1))
		return p.Add(q.Sub(a, b), c)
	})
}

// arctanInverse is arctan 1/n for sign −1, artanh 1/n for sign 1.
func (p Precision) arctanInverse(n, sign int64) *big.Float {
	power := p.Div(p.int(1), p.int(n))
	square := p.int(n * n)
	sum := p.new().Set(power)
	for k := int64(3); ; k += 2 {
		power.Quo(power, square)
		if sign < 0 {
			power.Neg(power)
		}
		term := p.Div(power, p.int(k))
		if p.negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// f64 is x rounded.
func f64(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// Exp is e^x.
func (p Precision) Exp(x *big.Float) *big.Float {
	const halvings = 12
	q := p + guard
	q += Precision(max(0, exponent(x)))
	k := math.Round(f64(x) / math.Ln2)
	r := q.Sub(x, q.Mul(q.Float(k), q.Ln2()))
	r = q.scale(r, -halvings)
	sum, term := q.Add(q.int(1), r), q.new().Set(r)
	for n := int64(2); ; n++ {
		term.Mul(term, r)
		term.Quo(term, q.int(n))
		if q.negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return p.scale(sum, int(k))
}

// Expm1 is e^x − 1.
func (p Precision) Expm1(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.int(0)
	}
	q := p + guard + Precision(max(0, -exponent(x)))
	return p.Sub(q.Exp(x), q.int(1))
}

// Log is the natural logarithm of x > 0: of its f64 value y, the rest by the
// series of artanh ((x − e^y) / (x + e^y)).
func (p Precision) Log(x *big.Float) *big.Float {
	k := exponent(x)
	q := p + 2*guard
	m := q.scale(x, -k)
	if d := q.Sub(x, q.int(1)); d.Sign() == 0 {
		return p.int(0)
	} else if e := exponent(d); e < 0 { // close to 1: relative to the result
		k, q = 0, q+Precision(-e)
		m = q.new().Set(x)
	}
	y := math.Log(f64(m))
	e := q.Exp(q.Float(y))
	s := q.Div(q.Sub(m, e), q.Add(m, e))
	sum := q.Add(q.scale(q.oddSeries(s, 1), 1), q.Float(y))
	return p.Add(sum, q.Mul(q.int(int64(k)), q.Ln2()))
}

// Log1p is log (1 + x).
func (p Precision) Log1p(x *big.Float) *big.Float {
	q := p + guard + Precision(max(x.MinPrec()+uint(max(0, -exponent(x))), 1)) + Precision(max(0, exponent(x)))
	return p.Log(q.Add(q.int(1), x))
}

// oddSeries is s ± s³/3 + s⁵/5 ± …: artanh for sign 1, arctan for −1.
func (p Precision) oddSeries(s *big.Float, sign int64) *big.Float {
	sum, power, square := p.new().Set(s), p.new().Set(s), p.Mul(s, s)
	if sign < 0 {
		square.Neg(square)
	}
	for n := int64(3); ; n += 2 {
		power.Mul(power, square)
		term := p.Div(power, p.int(n))
		if p.negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// Pow is x^y for x > 0.
func (p Precision) Pow(x, y *big.Float) *big.Float {
	q := p + guard + Precision(max(0, exponent(y))) + 16
	return p.Exp(q.Mul(y, q.Log(x)))
}

// Cbrt is the cube root.
func (p Precision) Cbrt(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return p.int(0)
	}
	q := p + guard
	k := exponent(x) / 3
	m := q.scale(x, -3*k)
	y := q.Float(math.Cbrt(f64(m)))
	for range 4 { // the digits double each time
		y = q.Div(q.Add(q.scale(y, 1), q.Div(m, q.Mul(y, y))), q.int(3))
	}
	return p.scale(y, k)
}

// Hypot is √(x² + y²).
func (p Precision) Hypot(x, y *big.Float) *big.Float {
	q := p + guard
	return p.Sqrt(q.Add(q.Mul(x, x), q.Mul(y, y)))
}
