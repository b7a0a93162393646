package autodiff

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// partial is an application y = op(x…) whose derivatives are asked for.
type partial struct {
	*gen
	t scalar.Type
	x []ir.Atom
	y ir.Atom
}

// rule returns dy · ∂op/∂x[k], where dy is the tangent of x[k] or the adjoint of y.
type rule func(p partial, k int, dy ir.Atom) ir.Atom

func (p partial) add(a, b ir.Atom) ir.Atom { return p.op(scalar.Add, p.t, a, b) }
func (p partial) sub(a, b ir.Atom) ir.Atom { return p.op(scalar.Sub, p.t, a, b) }
func (p partial) mul(a, b ir.Atom) ir.Atom { return p.op(scalar.Mul, p.t, a, b) }
func (p partial) div(a, b ir.Atom) ir.Atom { return p.op(scalar.Div, p.t, a, b) }
func (p partial) neg(a ir.Atom) ir.Atom    { return p.op(scalar.Neg, p.t, a) }
func (p partial) c(x float64) ir.Atom      { return float(p.t, x) }

func (p partial) apply(op scalar.Op, a ir.Atom) ir.Atom { return p.op(op, p.t, a) }

// where is dy if cond holds between a and b, else 0.
func (p partial) where(cond scalar.Op, a, b, dy ir.Atom) ir.Atom {
	return p.op(scalar.Select, p.t, p.op(cond, p.t, a, b), dy, p.c(0))
}

// squares is a + sign·x².
func (p partial) squares(a float64, sign scalar.Op, x ir.Atom) ir.Atom {
	return p.op(sign, p.t, p.c(a), p.mul(x, x))
}

// over divides dy by what f computes from the operand.
func over(f func(p partial, x ir.Atom) ir.Atom) rule {
	return func(p partial, _ int, dy ir.Atom) ir.Atom { return p.div(dy, f(p, p.x[0])) }
}

// times multiplies dy by what f computes from the operand.
func times(f func(p partial, x ir.Atom) ir.Atom) rule {
	return func(p partial, _ int, dy ir.Atom) ir.Atom { return p.mul(dy, f(p, p.x[0])) }
}

// scaled is the rule of an operator that is another one times c.
func scaled(c float64, of rule) rule {
	return func(p partial, k int, dy ir.Atom) ir.Atom { return of(p, k, p.mul(dy, p.c(c))) }
}

// rules holds the derivatives of scalar operators on floats. An operator without a row is
// constant between the points where it jumps, or has no float among its operands.
var rules = map[scalar.Op]rule{
	scalar.Add: func(p partial, _ int, dy ir.Atom) ir.Atom { return dy },
	scalar.Sub: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 0 {
			return dy
		}
		return p.neg(dy)
	},
	scalar.Mul: func(p partial, k int, dy ir.Atom) ir.Atom { return p.mul(dy, p.x[1-k]) },
	scalar.Div: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 0 {
			return p.div(dy, p.x[1])
		}
		return p.neg(p.mul(p.div(dy, p.x[1]), p.y))
	},
	scalar.Mod: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 0 {
			return dy
		}
		return p.neg(p.mul(dy, p.apply(scalar.Trunc, p.div(p.x[0], p.x[1]))))
	},
	scalar.Pow: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 0 {
			return p.mul(dy, p.mul(p.x[1], p.op(scalar.Pow, p.t, p.x[0], p.sub(p.x[1], p.c(1)))))
		}
		return p.mul(dy, p.mul(p.y, p.apply(scalar.Log, p.x[0])))
	},
	// Where both are equal the first operand counts.
	scalar.Min: func(p partial, k int, dy ir.Atom) ir.Atom {
		return p.where([]scalar.Op{scalar.Le, scalar.Gt}[k], p.x[0], p.x[1], dy)
	},
	scalar.Max: func(p partial, k int, dy ir.Atom) ir.Atom {
		return p.where([]scalar.Op{scalar.Ge, scalar.Lt}[k], p.x[0], p.x[1], dy)
	},
	scalar.Select: func(p partial, k int, dy ir.Atom) ir.Atom {
		either := []ir.Atom{p.x[0], p.c(0), p.c(0)}
		either[k] = dy
		return p.op(scalar.Select, p.t, either...)
	},

	scalar.Neg: func(p partial, _ int, dy ir.Atom) ir.Atom { return p.neg(dy) },
	scalar.Abs: times(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Sgn, x) }),

	scalar.Sqrt:  func(p partial, _ int, dy ir.Atom) ir.Atom { return p.div(dy, p.mul(p.c(2), p.y)) },
	scalar.Rsqrt: func(p partial, _ int, dy ir.Atom) ir.Atom { return p.div(p.mul(p.mul(dy, p.c(-0.5)), p.y), p.x[0]) },
	scalar.Cbrt:  func(p partial, _ int, dy ir.Atom) ir.Atom { return p.div(dy, p.mul(p.c(3), p.mul(p.y, p.y))) },
	scalar.Exp:   func(p partial, _ int, dy ir.Atom) ir.Atom { return p.mul(dy, p.y) },
	scalar.Log:   over(func(p partial, x ir.Atom) ir.Atom { return x }),
	scalar.Log2:  scaled(1/math.Ln2, over(func(p partial, x ir.Atom) ir.Atom { return x })),
	scalar.Log10: scaled(1/math.Ln10, over(func(p partial, x ir.Atom) ir.Atom { return x })),
	scalar.Log1p: over(func(p partial, x ir.Atom) ir.Atom { return p.add(x, p.c(1)) }),

	scalar.Sin:   times(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Cos, x) }),
	scalar.Cos:   times(func(p partial, x ir.Atom) ir.Atom { return p.neg(p.apply(scalar.Sin, x)) }),
	scalar.Tan:   func(p partial, _ int, dy ir.Atom) ir.Atom { return p.mul(dy, p.squares(1, scalar.Add, p.y)) },
	scalar.Asin:  arcsine,
	scalar.Acos:  scaled(-1, arcsine),
	scalar.Atan:  arctangent,
	scalar.Sinh:  times(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Cosh, x) }),
	scalar.Cosh:  times(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Sinh, x) }),
	scalar.Tanh:  func(p partial, _ int, dy ir.Atom) ir.Atom { return p.mul(dy, p.squares(1, scalar.Sub, p.y)) },
	scalar.Asinh: over(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Sqrt, p.squares(1, scalar.Add, x)) }),
	scalar.Acosh: over(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Sqrt, p.squares(-1, scalar.Add, x)) }),
	scalar.Atanh: over(func(p partial, x ir.Atom) ir.Atom { return p.squares(1, scalar.Sub, x) }),

	scalar.Sinpi:  scaled(math.Pi, times(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Cospi, x) })),
	scalar.Cospi:  scaled(-math.Pi, times(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Sinpi, x) })),
	scalar.Tanpi:  scaled(math.Pi, func(p partial, _ int, dy ir.Atom) ir.Atom { return p.mul(dy, p.squares(1, scalar.Add, p.y)) }),
	scalar.Asinpi: scaled(1/math.Pi, arcsine),
	scalar.Acospi: scaled(-1/math.Pi, arcsine),
	scalar.Atanpi: scaled(1/math.Pi, arctangent),

	scalar.Gamma: func(p partial, _ int, dy ir.Atom) ir.Atom {
		return p.mul(dy, p.mul(p.y, p.digamma(p.x[0])))
	},
	scalar.Lgamma: times(partial.digamma),
	scalar.Erf:    gaussian(2 / sqrtPi),
	scalar.Erfc:   gaussian(-2 / sqrtPi),

	scalar.Atan2:   angle,
	scalar.Atan2pi: scaled(1/math.Pi, angle),
	scalar.Hypot:   func(p partial, k int, dy ir.Atom) ir.Atom { return p.mul(dy, p.div(p.x[k], p.y)) },
	scalar.Copysign: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 1 {
			return p.c(0)
		}
		same := p.op(scalar.Mul, p.t, p.op(scalar.Copysign, p.t, p.c(1), p.x[0]), p.op(scalar.Copysign, p.t, p.c(1), p.x[1]))
		return p.mul(dy, same)
	},
	scalar.Nextafter: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 1 {
			return p.c(0)
		}
		return dy
	},
	scalar.Ldexp: func(p partial, _ int, dy ir.Atom) ir.Atom { return p.op(scalar.Ldexp, p.t, dy, p.x[1]) },
	scalar.Fma: func(p partial, k int, dy ir.Atom) ir.Atom {
		if k == 2 {
			return dy
		}
		return p.mul(dy, p.x[1-k])
	},
}

var sqrtPi = math.Sqrt(math.Pi)

var (
	arcsine    = over(func(p partial, x ir.Atom) ir.Atom { return p.apply(scalar.Sqrt, p.squares(1, scalar.Sub, x)) })
	arctangent = over(func(p partial, x ir.Atom) ir.Atom { return p.squares(1, scalar.Add, x) })
)

// angle is the rule of atan2 y x.
func angle(p partial, k int, dy ir.Atom) ir.Atom {
	r := p.add(p.mul(p.x[0], p.x[0]), p.mul(p.x[1], p.x[1]))
	if k == 0 {
		return p.mul(dy, p.div(p.x[1], r))
	}
	return p.neg(p.mul(dy, p.div(p.x[0], r)))
}

// gaussian is the rule of an operator whose derivative is c · exp(−x²).
func gaussian(c float64) rule {
	return scaled(c, times(func(p partial, x ir.Atom) ir.Atom {
		return p.apply(scalar.Exp, p.neg(p.mul(x, x)))
	}))
}

// digamma is the derivative of log Γ: by reflection below 1/2, then by recurrence up to an
// argument where the asymptotic series (Abramowitz and Stegun 6.3.18) is exact in f64.
func (p partial) digamma(x ir.Atom) ir.Atom {
	const steps = 8
	low := p.op(scalar.Lt, p.t, x, p.c(0.5))
	z := p.op(scalar.Select, p.t, low, p.sub(p.c(1), x), x)
	below := p.c(0)
	for range steps {
		below = p.add(below, p.div(p.c(1), z))
		z = p.add(z, p.c(1))
	}
	inverse := p.div(p.c(1), p.mul(z, z))
	series := p.c(0)
	for _, c := range []float64{-1. / 12, 691. / 32760, -1. / 132, 1. / 240, -1. / 252, 1. / 120, -1. / 12} {
		series = p.mul(p.add(series, p.c(c)), inverse)
	}
	psi := p.add(p.sub(p.apply(scalar.Log, z), p.div(p.c(0.5), z)), p.sub(series, below))
	reflected := p.sub(psi, p.div(p.c(math.Pi), p.apply(scalar.Tanpi, x)))
	return p.op(scalar.Select, p.t, low, reflected, psi)
}

// hasDerivative reports whether an operator has a derivative that is not zero everywhere.
func hasDerivative(op scalar.Op) bool { return rules[op] != nil }

// contribution returns dy · ∂e/∂(operand k), where y is the value of e.
func (g *gen) contribution(e *ir.Prim, y ir.Atom, k int, dy ir.Atom) ir.Atom {
	return rules[e.Fn](partial{g, e.Type, e.Args, y}, k, dy)
}
