package arbitrary

import (
	"math/big"
	"sync"
)

// Erf is the error function, by its series for small x.
func (p Precision) Erf(x *big.Float) *big.Float {
	v := f64(x)
	if v > 2 || v < -2 {
		q := p + guard
		one := q.int(1)
		if v < 0 {
			one.Neg(one)
			return p.Add(one, q.Erfc(q.new().Neg(x)))
		}
		return p.Sub(one, q.Erfc(x))
	}
	q := p + guard + 16
	square := q.Mul(x, x)
	square.Neg(square)
	sum, power := q.new().Set(x), q.new().Set(x)
	for n := int64(1); ; n++ {
		power.Mul(power, square)
		power.Quo(power, q.int(n))
		term := q.Div(power, q.int(2*n+1))
		if q.negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	return p.Div(q.scale(sum, 1), q.Sqrt(q.Pi()))
}

// Erfc is 1 − erf x.
func (p Precision) Erfc(x *big.Float) *big.Float {
	q := p + guard
	if f64(x) <= 2 {
		return p.Sub(q.int(1), q.Erf(x))
	}
	// e^(−x²)/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))); about
	// (0.7·bits)²/(8x²) steps are enough, doubled here.
	v := f64(x)
	bits := 0.75 * float64(q)
	steps := int64(bits*bits/(4*v*v)) + 20
	f := q.new().Set(x)
	for n := steps; n >= 1; n-- {
		f = q.Add(x, q.Div(q.scale(q.int(n), -1), f))
	}
	square := q + 2*Precision(x.MinPrec())
	e := q.Exp(square.new().Neg(square.Mul(x, x)))
	return p.Div(e, q.Mul(f, q.Sqrt(q.Pi())))
}

// Erfcx is e^(x²) · erfc x.
func (p Precision) Erfcx(x *big.Float) *big.Float {
	q := p + guard
	square := q + 2*Precision(x.MinPrec())
	return p.Mul(q.Exp(square.Mul(x, x)), q.Erfc(x))
}

// bernoulli are the numbers B₂, B₄, … as far as asked for.
var bernoulli struct {
	sync.Mutex
	all  []*big.Rat // B₀, B₁, …
	even []*big.Rat
}

// Bernoulli is B₂ₙ.
func Bernoulli(n int) *big.Rat {
	b := &bernoulli
	b.Lock()
	defer b.Unlock()
	for len(b.all) <= 2*n { // Σ C(m+1, k)·Bₖ = 0
		m := int64(len(b.all))
		sum := new(big.Rat)
		if m > 2 && m%2 == 1 {
			b.all = append(b.all, sum)
			continue
		}
		for k, bk := range b.all {
			c := new(big.Int).Binomial(m+1, int64(k))
			sum.Add(sum, new(big.Rat).Mul(new(big.Rat).SetInt(c), bk))
		}
		if m == 0 {
			sum.SetInt64(-1)
		}
		b.all = append(b.all, sum.Quo(sum, new(big.Rat).SetInt64(-(m+1))))
	}
	return b.all[2*n]
}

// Stirling is log Γ(x) − ((x − ½)·log x − x + ½·log 2π), for x large against
// the precision: Σ B₂ₙ / (2n·(2n−1)·x^(2n−1)).
func (p Precision) Stirling(x *big.Float) *big.Float {
	q := p + guard
	sum := q.int(0)
	power := q.Div(q.int(1), x)
	square := q.Mul(power, power)
	for n := 1; n < 400; n++ {
		b := q.new().SetRat(Bernoulli(n))
		term := q.Mul(q.Div(b, q.int(int64(2*n*(2*n-1)))), power)
		if q.negligible(term, sum) {
			return p.new().Set(sum)
		}
		sum.Add(sum, term)
		power.Mul(power, square)
	}
	panic("arbitrary: Stirling's series does not converge here")
}

// LogGamma is log |Γ(x)|; x is not 0, −1, −2, …. The error is relative to
// the result but for a loss near the zeros of log |Γ|, which the caller
// provides for with precision.
func (p Precision) LogGamma(x *big.Float) *big.Float {
	if v := f64(x); v == 1 && x.MinPrec() == 1 || v == 2 && x.MinPrec() == 1 {
		return p.int(0)
	}
	q := p + 2*guard + Precision(x.MinPrec())
	if x.Sign() < 0 {
		s, _ := q.SinCosPi(x)
		s.Mul(s, x)
		s.Abs(s)
		return p.Sub(q.Log(q.Div(q.Pi(), s)), q.LogGamma(q.new().Neg(x)))
	}
	if exponent(x) > 1000 {
		q += 20
	}
	least := float64(q)/4 + 10
	product := q.int(1)
	y := q.new().Set(x)
	for f64(y) < least {
		product.Mul(product, y)
		y = q.Add(y, q.int(1))
	}
	l := q.Mul(q.Sub(y, q.Float(0.5)), q.Log(y))
	l.Sub(l, y)
	l.Add(l, q.scale(q.Log(q.scale(q.Pi(), 1)), -1))
	l.Add(l, q.Stirling(y))
	return p.Sub(l, q.Log(product))
}

// Gamma is Γ(x); x is not 0, −1, −2, ….
func (p Precision) Gamma(x *big.Float) *big.Float {
	q := p + guard
	if x.Sign() < 0 { // Γ(x) = −π / (x · sin πx · Γ(−x))
		s, _ := q.SinCosPi(x)
		r := q.Div(q.Pi(), q.Mul(q.Mul(x, s), q.Gamma(q.new().Neg(x))))
		return p.new().Neg(r)
	}
	return p.Exp((q + 16).LogGamma(x))
}
