package interp

import (
	"math"
	"math/big"
)

func int1(f func(x int64) any) func([]any) any {
	return func(a []any) any { return f(a[0].(int64)) }
}

func int2(f func(x, y int64) any) func([]any) any {
	return func(a []any) any { return f(a[0].(int64), a[1].(int64)) }
}

func double1(f func(x float64) float64) func([]any) any {
	return func(a []any) any { return f(a[0].(float64)) }
}

func double2(f func(x, y float64) any) func([]any) any {
	return func(a []any) any { return f(a[0].(float64), a[1].(float64)) }
}

func bool2(f func(x, y bool) bool) func([]any) any {
	return func(a []any) any { return f(a[0].(bool), a[1].(bool)) }
}

// scalars are the meanings of scalar operations.
var scalars = map[string]func([]any) any{
	"addi": int2(func(x, y int64) any { return x + y }),
	"subi": int2(func(x, y int64) any { return x - y }),
	"muli": int2(func(x, y int64) any { return x * y }),
	"divi": int2(func(x, y int64) any {
		if y == 0 {
			fail("division by zero")
		}
		return (x - residue(y, x)) / y
	}),
	"quoi": int2(func(x, y int64) any {
		if y == 0 {
			return int64(0)
		}
		return (x - residue(y, x)) / y
	}),
	"resi": int2(func(x, y int64) any { return residue(x, y) }),
	"powi": int2(power),
	"mini": int2(func(x, y int64) any { return min(x, y) }),
	"maxi": int2(func(x, y int64) any { return max(x, y) }),
	"andi": int2(func(x, y int64) any { return x & y }),
	"ori":  int2(func(x, y int64) any { return x | y }),
	"xori": int2(func(x, y int64) any { return x ^ y }),
	"gcdi": int2(func(x, y int64) any { return divisor(x, y) }),
	"lcmi": int2(func(x, y int64) any {
		if x == 0 || y == 0 {
			return int64(0)
		}
		return max(x/divisor(x, y)*y, -(x / divisor(x, y) * y))
	}),
	"facti": int1(func(x int64) any {
		if x < 0 || x > 20 {
			fail("the factorial of %d is no int of 64 bits", x)
		}
		return new(big.Int).MulRange(1, x).Int64()
	}),
	"binomi": int2(binomial),
	"binomd": double2(binomialOfDoubles),
	"shli":   int2(func(x, y int64) any { return x << places(y) }),
	"shri":   int2(func(x, y int64) any { return x >> places(y) }),
	"negi":   int1(func(x int64) any { return -x }),
	"absi":   int1(func(x int64) any { return max(x, -x) }),
	"signi": int1(func(x int64) any {
		switch {
		case x > 0:
			return int64(1)
		case x < 0:
			return int64(-1)
		}
		return int64(0)
	}),

	"addd": double2(func(x, y float64) any { return x + y }),
	"subd": double2(func(x, y float64) any { return x - y }),
	"muld": double2(func(x, y float64) any { return x * y }),
	"divd": double2(func(x, y float64) any { return x / y }),
	"resd": double2(func(x, y float64) any {
		if x == 0 {
			return y
		}
		return y - x*math.Floor(y/x)
	}),
	"powd":   double2(func(x, y float64) any { return math.Pow(x, y) }),
	"mind":   double2(func(x, y float64) any { return math.Min(x, y) }),
	"maxd":   double2(func(x, y float64) any { return math.Max(x, y) }),
	"atan2d": double2(func(y, x float64) any { return math.Atan2(y, x) }),
	"negd":   double1(func(x float64) float64 { return -x }),
	"absd":   double1(math.Abs),
	"signd": func(a []any) any {
		switch x := a[0].(float64); {
		case x > 0:
			return int64(1)
		case x < 0:
			return int64(-1)
		}
		return int64(0)
	},
	"expd": double1(math.Exp), "lnd": double1(math.Log), "sqrtd": double1(math.Sqrt),
	"sind": double1(math.Sin), "cosd": double1(math.Cos), "tand": double1(math.Tan),
	"asind": double1(math.Asin), "acosd": double1(math.Acos), "atand": double1(math.Atan),
	"sinhd": double1(math.Sinh), "coshd": double1(math.Cosh), "tanhd": double1(math.Tanh),
	"asinhd": double1(math.Asinh), "acoshd": double1(math.Acosh), "atanhd": double1(math.Atanh),
	"gammad": double1(math.Gamma),
	"floor":  func(a []any) any { return int64(math.Floor(a[0].(float64))) },
	"ceil":   func(a []any) any { return int64(math.Ceil(a[0].(float64))) },

	"andb": bool2(func(x, y bool) bool { return x && y }),
	"orb":  bool2(func(x, y bool) bool { return x || y }),
	"xorb": bool2(func(x, y bool) bool { return x != y }),
	"eqb":  bool2(func(x, y bool) bool { return x == y }),
	"notb": func(a []any) any { return !a[0].(bool) },
	"lti":  int2(func(x, y int64) any { return x < y }), "ltei": int2(func(x, y int64) any { return x <= y }),
	"gti": int2(func(x, y int64) any { return x > y }), "gtei": int2(func(x, y int64) any { return x >= y }),
	"eqi": int2(func(x, y int64) any { return x == y }), "neqi": int2(func(x, y int64) any { return x != y }),
	"ltd": double2(func(x, y float64) any { return x < y }), "lted": double2(func(x, y float64) any { return x <= y }),
	"gtd": double2(func(x, y float64) any { return x > y }), "gted": double2(func(x, y float64) any { return x >= y }),
	"eqd": double2(func(x, y float64) any { return x == y }), "neqd": double2(func(x, y float64) any { return x != y }),
	"i2d": func(a []any) any { return float64(a[0].(int64)) },
	"b2i": boolToInt,
	"i2b": int1(func(x int64) any {
		if x != 0 && x != 1 {
			fail("%d is neither 0 nor 1", x)
		}
		return x == 1
	}),
	"b2iV": boolToInt,
}

func boolToInt(a []any) any {
	if a[0].(bool) {
		return int64(1)
	}
	return int64(0)
}

// binomial is n over k, by the recurrence of Pascal's triangle upwards for negative n: for k from 0 on, the falling
// product n·(n-1)·…·(n-k+1) by k!, and n over n-k where k is negative.
func binomial(k, n int64) any {
	if n < 0 && k < 0 {
		k = n - k
	}
	if k < 0 || n >= 0 && k > n {
		return int64(0)
	}
	c := big.NewInt(1)
	for i := range k {
		c.Mul(c, big.NewInt(n-i))
		c.Quo(c, big.NewInt(i+1))
		if c.BitLen() > 1<<10 {
			break
		}
	}
	if !c.IsInt64() || c.Int64() == math.MinInt64 {
		fail("the binomial coefficient of %d and %d is no int of 64 bits", k, n)
	}
	return c.Int64()
}

// divisor is the greatest common divisor, by Euclid's subtractions of multiples.
func divisor(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}

// residue is y modulo x.
func residue(x, y int64) int64 {
	if x == 0 {
		return y
	}
	r := y % x
	if r != 0 && (r < 0) != (x < 0) {
		r += x
	}
	return r
}

func power(x, y int64) any {
	if y < 0 {
		fail("an int to the power of %d", y)
	}
	out := int64(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			out *= x
		}
		x *= x
	}
	return out
}

func places(y int64) int64 {
	if y < 0 || y > 63 {
		fail("a shift by %d", y)
	}
	return y
}

// binomialOfDoubles is n over k by the gamma function, and by its limit where that has poles: of whole
// numbers as of ints, else 0 where the divisor has a pole.
func binomialOfDoubles(k, n float64) any {
	whole := func(x float64) bool { return x == math.Floor(x) && math.Abs(x) <= 1<<16 }
	if whole(k) && whole(n) && n < 0 && k < 0 {
		k = n - k
	}
	switch {
	case whole(k) && k >= 0:
		c := 1.0
		for i := 1.0; i <= k; i++ {
			c = c * (n - k + i) / i
		}
		return c
	case whole(k), whole(n-k) && n-k < 0:
		return 0
	}
	return math.Gamma(n+1) / (math.Gamma(k+1) * math.Gamma(n-k+1))
}
