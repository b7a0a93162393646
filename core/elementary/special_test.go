package elementary

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What the functions are at the ends of their domains, as C (ISO/IEC 9899:2018,
// annex F.10) has it; gamma and lgamma at 0 as docs/semantics.md, and those of π as
// IEEE 754-2019.
func TestSpecialValues(t *testing.T) {
	inf, nan, zero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		f     *Function
		cases [][2]float64
	}{
		{Exp, [][2]float64{{0, 1}, {zero, 1}, {inf, inf}, {-inf, 0}, {710, inf}, {-746, 0}, {-1e300, 0}, {1e300, inf}}},
		{Log, [][2]float64{{0, -inf}, {zero, -inf}, {1, 0}, {-1, nan}, {-inf, nan}, {inf, inf}}},
		{Log2, [][2]float64{{0, -inf}, {1, 0}, {8, 3}, {0x1p-1074, -1074}, {-1, nan}, {inf, inf}}},
		{Log10, [][2]float64{{0, -inf}, {1, 0}, {1000, 3}, {1e22, 22}, {-1, nan}, {inf, inf}}},
		{Log1p, [][2]float64{{0, 0}, {zero, zero}, {-1, -inf}, {-2, nan}, {-inf, nan}, {inf, inf}, {5e-324, 5e-324}}},
		{Sin, [][2]float64{{0, 0}, {zero, zero}, {inf, nan}, {-inf, nan}, {5e-324, 5e-324}}},
		{Cos, [][2]float64{{0, 1}, {zero, 1}, {inf, nan}, {-inf, nan}}},
		{Tan, [][2]float64{{0, 0}, {zero, zero}, {inf, nan}, {-inf, nan}, {-5e-324, -5e-324}}},
		{Asin, [][2]float64{{0, 0}, {zero, zero}, {1, math.Pi / 2}, {-1, -math.Pi / 2}, {1.5, nan}, {-inf, nan}}},
		{Acos, [][2]float64{{1, 0}, {0, math.Pi / 2}, {-1, math.Pi}, {1.5, nan}, {inf, nan}}},
		{Atan, [][2]float64{{0, 0}, {zero, zero}, {inf, math.Pi / 2}, {-inf, -math.Pi / 2}, {1, math.Pi / 4}}},
		{Sinh, [][2]float64{{0, 0}, {zero, zero}, {inf, inf}, {-inf, -inf}, {711, inf}, {-1e300, -inf}}},
		{Cosh, [][2]float64{{0, 1}, {zero, 1}, {inf, inf}, {-inf, inf}, {711, inf}}},
		{Tanh, [][2]float64{{0, 0}, {zero, zero}, {inf, 1}, {-inf, -1}, {1e300, 1}}},
		{Asinh, [][2]float64{{0, 0}, {zero, zero}, {inf, inf}, {-inf, -inf}, {5e-324, 5e-324}}},
		{Acosh, [][2]float64{{1, 0}, {0.5, nan}, {-inf, nan}, {inf, inf}}},
		{Atanh, [][2]float64{{0, 0}, {zero, zero}, {1, inf}, {-1, -inf}, {1.5, nan}, {inf, nan}}},
		{Sinpi, [][2]float64{{0, 0}, {zero, zero}, {1, 0}, {-1, zero}, {2, 0}, {-2, zero}, {0.5, 1}, {1.5, -1}, {-0.5, -1}, {0x1p52, 0}, {0x1.8p51, 0}, {1e300, 0}, {inf, nan}}},
		{Cospi, [][2]float64{{0, 1}, {1, -1}, {-1, -1}, {2, 1}, {0.5, 0}, {1.5, 0}, {-0.5, 0}, {0x1p52 + 1, -1}, {1e300, 1}, {inf, nan}}},
		{Tanpi, [][2]float64{{0, 0}, {zero, zero}, {0.25, 1}, {-0.25, -1}, {0.5, inf}, {1, zero}, {2, 0}, {-1, 0}, {inf, nan}}},
		{Asinpi, [][2]float64{{0, 0}, {zero, zero}, {1, 0.5}, {-1, -0.5}, {2, nan}}},
		{Acospi, [][2]float64{{1, 0}, {0, 0.5}, {-1, 1}, {2, nan}}},
		{Atanpi, [][2]float64{{0, 0}, {zero, zero}, {1, 0.25}, {-1, -0.25}, {inf, 0.5}, {-inf, -0.5}}},
		{Gamma, [][2]float64{{0, inf}, {1, 1}, {2, 1}, {5, 24}, {23, 1.1240007277776077e21}, {-1, nan}, {-2, nan}, {-inf, nan}, {inf, inf}, {172, inf}, {-200.5, zero}, {-201.5, 0}, {1e-310, inf}}},
		{Lgamma, [][2]float64{{0, inf}, {zero, inf}, {1, 0}, {2, 0}, {-1, inf}, {-inf, inf}, {inf, inf}, {1e306, inf}}},
		{Erf, [][2]float64{{0, 0}, {zero, zero}, {inf, 1}, {-inf, -1}, {7, 1}}},
		{Erfc, [][2]float64{{0, 1}, {inf, 0}, {-inf, 2}, {30, 0}, {-30, 2}}},
		{Cbrt, [][2]float64{{0, 0}, {zero, zero}, {8, 2}, {-27, -3}, {inf, inf}, {-inf, -inf}, {0x1p-1074, 0x1p-358}}},
	} {
		for _, io := range append(c.cases, [2]float64{nan, nan}) {
			for p, program := range []*Program{c.f.Wide(), c.f.Narrow()} {
				got, want := program.Eval(io[0], 0), io[1]
				if p == int(narrow) {
					if float64(float32(io[0])) != io[0] && io[0] == io[0] {
						continue
					}
					got, want = float64(float32(got)), float64(float32(want))
				}
				same(t, c.f, got, want, io[0])
			}
		}
	}
}

func TestSpecialPairs(t *testing.T) {
	inf, nan, zero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	pi := math.Pi
	for _, c := range []struct {
		f     *Function
		cases [][3]float64
	}{
		{Pow, [][3]float64{{nan, 0, 1}, {1, nan, 1}, {nan, 1, nan}, {2, nan, nan}, {0, 0, 1}, {inf, 0, 1}, {0, -1, inf}, {zero, -1, -inf}, {zero, -2, inf}, {zero, 3, zero}, {zero, 2, 0},
			{0, 2.5, 0}, {zero, 0.5, 0}, {-1, inf, 1}, {-1, -inf, 1}, {2, inf, inf}, {0.5, inf, 0}, {2, -inf, 0}, {0.5, -inf, inf}, {-2, inf, inf}, {inf, 2, inf}, {inf, -2, 0},
			{-inf, 3, -inf}, {-inf, 2, inf}, {-inf, -3, zero}, {-inf, -2, 0}, {-inf, 0.5, inf}, {0, inf, 0}, {0, -inf, inf}, {-8, 1.0 / 3, nan}, {-2, 3, -8}, {-2, 2, 4}, {-2, 1e300, inf}, {-0.5, 1e300, 0},
			{2, 1023, 0x1p1023}, {2, 1024, inf}, {2, -1074, 0x1p-1074}, {2, -1080, 0}, {-2, -1073, -0x1p-1073}, {10, 2, 100}, {5, 3, 125}, {0x1p-1074, 1, 0x1p-1074}, {0x1p-1074, -1, inf}, {3, 1, 3}, {1, inf, 1}}},
		{Atan2, [][3]float64{{0, 0, 0}, {zero, 0, zero}, {0, zero, pi}, {zero, zero, -pi}, {0, -1, pi}, {zero, -1, -pi}, {0, 1, 0}, {zero, 1, zero}, {1, 0, pi / 2}, {-1, zero, -pi / 2},
			{1, -inf, pi}, {-1, -inf, -pi}, {1, inf, 0}, {-1, inf, zero}, {inf, 1, pi / 2}, {-inf, 1, -pi / 2}, {inf, inf, pi / 4}, {inf, -inf, 3 * pi / 4}, {-inf, -inf, -3 * pi / 4},
			{nan, 1, nan}, {1, nan, nan}, {nan, inf, nan}, {1e308, 1e308, pi / 4}, {5e-324, 5e-324, pi / 4}, {5e-324, 1e308, 0}}},
		{Atan2pi, [][3]float64{{0, 0, 0}, {0, zero, 1}, {1, 0, 0.5}, {inf, inf, 0.25}, {-inf, -inf, -0.75}, {nan, 1, nan}, {1, 1, 0.25}, {zero, -1, -1}}},
		{Hypot, [][3]float64{{0, 0, 0}, {zero, zero, 0}, {3, 4, 5}, {inf, nan, inf}, {nan, -inf, inf}, {nan, 1, nan}, {1e308, 1e308, 1.4142135623730951e308}, {5e-324, 0, 5e-324}, {0x3p-1074, 0x4p-1074, 0x5p-1074}, {-1, 0, 1}}},
	} {
		for _, io := range c.cases {
			same(t, c.f, c.f.Wide().Eval(io[0], io[1]), io[2], io[:2]...)
			if x, y := float64(float32(io[0])), float64(float32(io[1])); (x == io[0] || x != x) && (y == io[1] || y != y) {
				same(t, c.f, float64(float32(c.f.Narrow().Eval(x, y))), float64(float32(io[2])), x, y)
			}
		}
	}
}

func same(t *testing.T, f *Function, got, want float64, x ...float64) {
	t.Helper()
	if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
		t.Errorf("%s of %v is %v, want %v", f.Name, x, got, want)
	}
}

// TestSquare: the power 2 is a product, bit for bit, which simplify relies on.
func TestSquare(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -3, 0.1, 1e-160, 5e-324, -1e200, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		values = append(values, math.Float64frombits(r.Uint64()), r.NormFloat64())
	}
	for _, x := range values {
		same(t, Pow, Pow.Wide().Eval(x, 2), x*x, x, 2)
		n := float32(x)
		same(t, Pow, float64(float32(Pow.Narrow().Eval(float64(n), 2))), float64(n*n), float64(n), 2)
	}
}
