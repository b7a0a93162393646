package main

import (
	"math/big"
)

// fit is a polynomial to find: of degree at most degree, near to of(t) for t in
// [from, to].
type fit struct {
	name, doc, variable string
	from, to            float64
	degree              int
	of                  func(t *big.Float) *big.Float
}

// number is a constant to cut into parts.
type number struct {
	name, doc string
	bits      int
	parts     int
	of        func() *big.Float
}

func float(x float64) *big.Float { return p.Float(x) }

var one, two = float(1), float(2)

var numbers = []number{
	{"ln2", "log 2", 41, 2, p.Ln2},
	{"ln2Exact", "log 2", 53, 2, p.Ln2},
	{"invLn2", "1 / log 2", 53, 2, func() *big.Float { return p.Div(one, p.Ln2()) }},
	{"invLn10", "1 / log 10", 53, 2, func() *big.Float { return p.Div(one, p.Log(float(10))) }},
	{"log2of10inv", "log 2 / log 10", 41, 2, func() *big.Float { return p.Div(p.Ln2(), p.Log(float(10))) }},
	{"halfPi", "π/2", 33, 4, func() *big.Float { return p.Div(p.Pi(), two) }},
	{"pi", "π", 53, 2, p.Pi},
	{"halfPiExact", "π/2", 53, 2, func() *big.Float { return p.Div(p.Pi(), two) }},
	{"quarterPiExact", "π/4", 53, 2, func() *big.Float { return p.Div(p.Pi(), float(4)) }},
	{"invPi", "1/π", 53, 2, func() *big.Float { return p.Div(one, p.Pi()) }},
	{"log1p5", "log 1.5", 41, 2, func() *big.Float { return p.Log(float(1.5)) }},
	{"twoThirds", "2/3", 53, 2, func() *big.Float { return p.Div(two, float(3)) }},
	{"erfMiddle", "erf √½ / √½", 53, 2, func() *big.Float { return erfRatio(float(0)) }},
	{"halfLog2Pi", "½ log 2π", 53, 2, func() *big.Float { return p.Div(p.Log(p.Mul(two, p.Pi())), two) }},
	{"logGammaSlope", "1 − γ, Euler's constant", 53, 2, logGammaSlope},
	{"logGammaCurve", "(π²/6 − 1)/2", 53, 2, logGammaCurve},
	{"cbrt2", "∛2", 53, 1, func() *big.Float { return p.Cbrt(two) }},
	{"cbrt4", "∛4", 53, 1, func() *big.Float { return p.Cbrt(float(4)) }},
}

// tail of an odd function g, (g(x) − x)/x³ as a function of z = x².
func oddTail(g func(x *big.Float) *big.Float) func(z *big.Float) *big.Float {
	return func(z *big.Float) *big.Float {
		x := p.Sqrt(z)
		return p.Div(p.Sub(g(x), x), p.Mul(x, z))
	}
}

func expTail(r *big.Float) *big.Float {
	return p.Div(p.Sub(p.Expm1(r), r), p.Mul(r, r))
}

func cosTail(z *big.Float) *big.Float {
	half := p.Div(z, two)
	return p.Div(p.Add(p.Sub(p.Cos(p.Sqrt(z)), one), half), p.Mul(z, z))
}

// logTail is (2·artanh s − 2s) / s³ in s².
func logTail(z *big.Float) *big.Float { return p.Mul(two, oddTail(p.Atanh)(z)) }

// erfRatio is erf x / x for x² = w + ½, and erfTail what remains of it besides
// its value at w = 0, divided by w.
func erfRatio(w *big.Float) *big.Float {
	x := p.Sqrt(p.Add(w, float(0.5)))
	return p.Div(p.Erf(x), x)
}

func erfTail(w *big.Float) *big.Float {
	return p.Div(p.Sub(erfRatio(w), erfRatio(float(0))), w)
}

// erfcScaled is (1 + 2x)·e^(x²)·erfc x in t = (x − 4)/(x + 4), but for its
// value at t = 0.
func erfcScaled(t *big.Float) *big.Float {
	x := p.Div(p.Mul(float(4), p.Add(one, t)), p.Sub(one, t))
	return p.Mul(p.Add(one, p.Mul(two, x)), p.Erfcx(x))
}

// stirling is x·(Stirling's remainder) in z = 1/x².
func stirling(z *big.Float) *big.Float {
	x := p.Sqrt(p.Div(one, z))
	q := p
	l := q.Sub(q.LogGamma(x), q.Mul(q.Sub(x, float(0.5)), q.Log(x)))
	l = q.Add(l, x)
	l = q.Sub(l, q.Div(q.Log(q.Mul(two, q.Pi())), two))
	return q.Mul(l, x)
}

// logGammaSlope and logGammaCurve are the first two coefficients of the series
// of log Γ(2 + t): 1 − γ and (π²/6 − 1)/2.
func logGammaSlope() *big.Float {
	t := float(0x1p-170)
	return p.Sub(p.Div(p.LogGamma(p.Add(two, t)), t), p.Mul(t, logGammaCurve()))
}

func logGammaCurve() *big.Float {
	return p.Div(p.Sub(p.Div(p.Mul(p.Pi(), p.Pi()), float(6)), one), two)
}

// logGammaTail is (log Γ(2 + t) − slope·t − curve·t²) / t³.
func logGammaTail(t *big.Float) *big.Float {
	rest := p.Sub(p.Div(p.LogGamma(p.Add(two, t)), t), logGammaSlope())
	return p.Div(p.Sub(p.Div(rest, t), logGammaCurve()), t)
}

// gamma2 is (Γ(2 + t) − 1) / t.
func gamma2(t *big.Float) *big.Float {
	return p.Div(p.Sub(p.Gamma(p.Add(two, t)), one), t)
}

const (
	halfLn2     = 0.34658
	quarterPi2  = 0.6169
	logRange    = 0.029438 // ((√2 − 1)/(√2 + 1))²
	powRange    = 0.0103   // of s² where 1 and 1.5 are the centres
	stirlingMax = 1.0 / 64
)

var fits = []fit{
	{"expPoly", "(e^r − 1 − r) / r²", "r", -halfLn2, halfLn2, 10, expTail},
	{"expPoly32", "(e^r − 1 − r) / r²", "r", -halfLn2, halfLn2, 5, expTail},
	{"logPoly", "(2 artanh s − 2s) / s³", "s²", 0, logRange, 7, logTail},
	{"logPoly32", "(2 artanh s − 2s) / s³", "s²", 0, logRange, 2, logTail},
	{"powPoly", "(3·artanh s − 3s − s³) / s⁵", "s²", 0, powRange, 5, func(z *big.Float) *big.Float {
		return p.Div(p.Sub(p.Mul(logTail(z), float(1.5)), one), z)
	}},
	{"sinPoly", "(sin r − r) / r³", "r²", 0, quarterPi2, 5, oddTail(p.Sin)},
	{"sinPoly32", "(sin r − r) / r³", "r²", 0, quarterPi2, 3, oddTail(p.Sin)},
	{"cosPoly", "(cos r − 1 + r²/2) / r⁴", "r²", 0, quarterPi2, 5, cosTail},
	{"cosPoly32", "(cos r − 1 + r²/2) / r⁴", "r²", 0, quarterPi2, 2, cosTail},
	{"asinPoly", "(arcsin x − x) / x³", "x²", 0, 0.25, 13, oddTail(p.Asin)},
	{"asinPoly32", "(arcsin x − x) / x³", "x²", 0, 0.25, 5, oddTail(p.Asin)},
	{"atanPoly", "(arctan t − t) / t³", "t²", 0, 0.25, 13, oddTail(p.Atan)},
	{"atanPoly32", "(arctan t − t) / t³", "t²", 0, 0.25, 5, oddTail(p.Atan)},
	{"sinhPoly", "(sinh x − x) / x³", "x²", 0, 1, 7, oddTail(p.Sinh)},
	{"tanhPoly", "(tanh x − x) / x³", "x²", 0, 0.36, 13, oddTail(p.Tanh)},
	{"asinhPoly", "(arsinh x − x) / x³", "x²", 0, 0.25, 13, oddTail(p.Asinh)},
	{"erfPoly", "(erf x / x − erfMiddle) / w", "w = x² − ½", -0.5, 0.5, 12, erfTail},
	{"erfPoly32", "(erf x / x − erfMiddle) / w", "w = x² − ½", -0.5, 0.5, 5, erfTail},
	{"erfcPoly", "(1 + 2x)·e^(x²)·erfc x", "(x − 4)/(x + 4)", -0.78, 0.76, 22, erfcScaled},
	{"erfcPoly32", "(1 + 2x)·e^(x²)·erfc x", "(x − 4)/(x + 4)", -0.78, 0.76, 11, erfcScaled},
	{"stirlingPoly", "x·(log Γ(x) − (x − ½)·log x + x − ½·log 2π)", "1/x²", 1e-8, stirlingMax, 8, stirling},
	{"logGammaPoly", "(log Γ(2 + t) − logGammaSlope·t − logGammaCurve·t²) / t³", "t", -0.5, 0.5, 19, logGammaTail},
	{"gammaPoly", "(Γ(2 + t) − 1) / t", "t", -0.5, 0.5, 20, gamma2},
	{"cbrtPoly", "∛m", "m", 1, 2, 5, p.Cbrt},
}
