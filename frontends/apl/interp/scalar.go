package interp

import (
	"math"
	"math/big"
	"slices"
)

// pervade applies f between elements, with scalar extension.
func pervade(f *frame, y, x Array, op func(y, x float64) float64) Array {
	switch {
	case len(x.Shape) == 0 || count(x.Shape) == 1 && len(y.Shape) >= len(x.Shape):
		*f.extended = *f.extended || len(x.Shape) > 0 && !slices.Equal(x.Shape, y.Shape)
		out := Array{y.Shape, nil}
		for _, v := range y.Data {
			out.Data = append(out.Data, op(v, x.Data[0]))
		}
		return out
	case len(y.Shape) == 0 || count(y.Shape) == 1 && len(x.Shape) >= len(y.Shape):
		*f.extended = *f.extended || len(y.Shape) > 0 && !slices.Equal(x.Shape, y.Shape)
		out := Array{x.Shape, nil}
		for _, v := range x.Data {
			out.Data = append(out.Data, op(y.Data[0], v))
		}
		return out
	case len(x.Shape) != len(y.Shape):
		raise("RANK ERROR")
	case !slices.Equal(x.Shape, y.Shape):
		raise("LENGTH ERROR")
	}
	out := Array{y.Shape, nil}
	for i, v := range y.Data {
		out.Data = append(out.Data, op(v, x.Data[i]))
	}
	return out
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func boolean(x float64) bool {
	if x != 0 && x != 1 {
		panic(elementError("DOMAIN ERROR of an element"))
	}
	return x == 1
}

var pervasive = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y },
	"-": func(x, y float64) float64 { return x - y },
	"×": func(x, y float64) float64 { return x * y },
	"÷": func(x, y float64) float64 {
		if y == 0 {
			panic(skip{})
		}
		return x / y
	},
	"⌊": math.Min, "⌈": math.Max, "!": overArr,
	"|": func(x, y float64) float64 {
		if x == 0 {
			return y
		}
		return y - x*math.Floor(y/x)
	},
	"<": func(x, y float64) float64 { return truth(x < y) },
	"≤": func(x, y float64) float64 { return truth(x <= y) },
	"=": func(x, y float64) float64 { return truth(x == y) },
	"≥": func(x, y float64) float64 { return truth(x >= y) },
	">": func(x, y float64) float64 { return truth(x > y) },
	"≠": func(x, y float64) float64 { return truth(x != y) },
	"∧": func(x, y float64) float64 {
		if x == 0 || y == 0 {
			return 0
		}
		return math.Abs(float64(whole(x)*whole(y))) / float64(common(x, y))
	},
	"∨": func(x, y float64) float64 { return float64(common(x, y)) },
	"⍲": func(x, y float64) float64 { return truth(!(boolean(x) && boolean(y))) },
	"⍱": func(x, y float64) float64 { return truth(!(boolean(x) || boolean(y))) },

	"⊤∧": func(x, y float64) float64 { return float64(whole(x) & whole(y)) },
	"⊤∨": func(x, y float64) float64 { return float64(whole(x) | whole(y)) },
	"⊤≠": func(x, y float64) float64 { return float64(whole(x) ^ whole(y)) },
}

// common is the greatest number that divides both: 1 divides all, and all divide 0.
func common(x, y float64) int64 {
	m, n := max(whole(x), -whole(x)), max(whole(y), -whole(y))
	for d := min(m, n); d > 0; d-- {
		if m%d == 0 && n%d == 0 {
			return d
		}
		if d > 10000 {
			panic(skip{})
		}
	}
	return max(m, n)
}

func whole(x float64) int64 {
	if x != math.Trunc(x) {
		raise("DOMAIN ERROR")
	}
	return int64(x)
}

var pervasive1 = map[string]func(y float64) float64{
	"+": func(y float64) float64 { return y },
	"-": func(y float64) float64 { return -y },
	"|": math.Abs, "⌊": math.Floor, "⌈": math.Ceil,
	"×": func(y float64) float64 { return truth(y > 0) - truth(y < 0) },
	"~": func(y float64) float64 { return truth(!boolean(y)) },
	"!": func(y float64) float64 {
		if y == math.Trunc(y) && (y < 0 || y > 18) {
			panic(skip{}) // an error of ints, but not of doubles
		}
		return math.Gamma(y + 1)
	},
}

// overArr is y over x: of whole numbers by a table of cases, as the standard has it, else by the gamma function.
func overArr(x, y float64) float64 {
	if x != math.Trunc(x) || y != math.Trunc(y) {
		v := math.Gamma(y+1) / (math.Gamma(x+1) * math.Gamma(y-x+1))
		if math.IsNaN(v) || math.IsInf(v, 0) {
			panic(skip{})
		}
		return v
	}
	if math.Abs(x) > 20 || math.Abs(y) > 20 {
		panic(skip{}) // what is no int is an error of ints, but not of doubles
	}
	k, n := int64(x), int64(y)
	sign := func(power int64) float64 { return float64(1 - 2*(power&1)) }
	ways := func(n, k int64) float64 { return float64(new(big.Int).Binomial(n, k).Int64()) }
	switch {
	case n >= 0 && (k < 0 || k > n), n < 0 && k < 0 && k > n:
		return 0
	case n >= 0:
		return ways(n, k)
	case k >= 0:
		return sign(k) * ways(k-n-1, k)
	}
	return sign(n-k) * ways(-k-1, -n-1)
}

func primFn(f *frame, glyph string) fn {
	return func(x *Array, y Array) Array {
		if x == nil {
			if op, ok := pervasive1[glyph]; ok {
				out := Array{y.Shape, nil}
				for _, v := range y.Data {
					out.Data = append(out.Data, op(v))
				}
				return out
			}
			return structural1(glyph, y)
		}
		if op, ok := pervasive[glyph]; ok {
			return pervade(f, y, *x, func(b, a float64) float64 { return op(a, b) })
		}
		return structural2(f, glyph, *x, y)
	}
}
