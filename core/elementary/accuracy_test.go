package elementary

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/core/elementary/internal/arbitrary"
)

var (
	points = flag.Int("points", 500, "operands of each kind that f64 functions are tried on, against arbitrary precision")
	stride = flag.Uint("stride", 40009, "distance of the bit patterns that f32 functions are tried on; 1 tries all")
)

// The errors allowed, in units in the last place.
const (
	wideLimit   = 2
	narrowLimit = 1
)

const digits arbitrary.Precision = 110

type (
	real1 = func(p arbitrary.Precision, x *big.Float) *big.Float
	real2 = func(p arbitrary.Precision, x, y *big.Float) *big.Float
)

// trial says what a function is compared with, and where.
type trial struct {
	f      *Function
	one    real1
	two    real2
	domain func(x, y float64) bool // where the result is a number, and finite or too large
	ranges [][2]float64            // operands are drawn from these, besides all of f64
	near   []float64               // operands next to these
}

// least is the exponent of the least number whose last place counts. Next to
// the zeros of log |Γ| between negative integers, the error is small against 1
// only.
func (c *trial) least(x float64) int {
	if c.f == Lgamma && x < 0 {
		return -1
	}
	return -1022
}

func everywhere(x, y float64) bool { return true }
func positive(x, y float64) bool   { return x > 0 }
func within1(x, y float64) bool    { return math.Abs(x) <= 1 }
func inside1(x, y float64) bool    { return math.Abs(x) < 1 }

// multiples of x that are interesting for periods of 4x.
func multiples(x float64) []float64 {
	var out []float64
	for _, k := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 100, 1001, 12345, 1e5, 1e6, 1048575, 1048577, 1e7, 1e10, 1e15, 6381956970095103} {
		out = append(out, k*x)
	}
	return append(out, 6381956970095103*0x1p797, math.MaxFloat64, 0x1p19, 0x1p20, 0x1p21, 0x1p50, 0x1p52)
}

var halves1to20 = func() (out []float64) {
	for i := range 60 {
		out = append(out, float64(i)/2)
	}
	return out
}()

var trials = []trial{
	{f: Exp, one: arbitrary.Precision.Exp, domain: func(x, _ float64) bool { return math.Abs(x) < 760 },
		ranges: [][2]float64{{-1, 1}, {-50, 50}, {-746, 710}, {-746, -707}}, near: []float64{0, expMost, expLeast, math.Ln2 / 2, 1, -745.13}},
	{f: Log, one: arbitrary.Precision.Log, domain: positive, ranges: [][2]float64{{0.5, 2}, {0.99, 1.01}, {0, 100}}, near: []float64{1, math.Sqrt2, math.Sqrt2 / 2, 0x1p-1022, math.MaxFloat64}},
	{f: Log2, one: func(p arbitrary.Precision, x *big.Float) *big.Float { return p.Div(p.Log(x), (p + 20).Ln2()) }, domain: positive,
		ranges: [][2]float64{{0.5, 2}, {0.99, 1.01}, {0, 100}}, near: []float64{1, math.Sqrt2, math.Sqrt2 / 2, 0x1p-1022, 8, 1024}},
	{f: Log10, one: func(p arbitrary.Precision, x *big.Float) *big.Float { return p.Div(p.Log(x), p.Log(p.Float(10))) }, domain: positive,
		ranges: [][2]float64{{0.5, 2}, {0.99, 1.01}, {0, 100}}, near: []float64{1, 10, 1000, 1e15, 1e22, 0x1p-1022}},
	{f: Log1p, one: arbitrary.Precision.Log1p, domain: func(x, _ float64) bool { return x > -1 }, ranges: [][2]float64{{-1, 1}, {-0.01, 0.01}, {0, 100}}, near: []float64{-1, 1, 0x1p53}},
	{f: Sin, one: arbitrary.Precision.Sin, domain: everywhere, ranges: [][2]float64{{-4, 4}, {-1000, 1000}, {-2e6, 2e6}, {-1e15, 1e15}}, near: multiples(math.Pi / 2)},
	{f: Cos, one: arbitrary.Precision.Cos, domain: everywhere, ranges: [][2]float64{{-4, 4}, {-1000, 1000}, {-2e6, 2e6}, {-1e15, 1e15}}, near: multiples(math.Pi / 2)},
	{f: Tan, one: arbitrary.Precision.Tan, domain: everywhere, ranges: [][2]float64{{-4, 4}, {-1000, 1000}, {-2e6, 2e6}, {-1e15, 1e15}}, near: multiples(math.Pi / 2)},
	{f: Asin, one: arbitrary.Precision.Asin, domain: within1, ranges: [][2]float64{{-1, 1}, {0.999, 1}}, near: []float64{0.5, 1, -1}},
	{f: Acos, one: arbitrary.Precision.Acos, domain: within1, ranges: [][2]float64{{-1, 1}, {0.999, 1}, {-1, -0.999}, {-0.01, 0.01}}, near: []float64{0.5, -0.5, 1, -1}},
	{f: Atan, one: arbitrary.Precision.Atan, domain: everywhere, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-1000, 1000}}, near: []float64{1, 2, 0.5}},
	{f: Sinh, one: arbitrary.Precision.Sinh, domain: func(x, _ float64) bool { return math.Abs(x) < 760 }, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-30, 30}, {-711, 711}}, near: []float64{1, 700, 710.4}},
	{f: Cosh, one: arbitrary.Precision.Cosh, domain: func(x, _ float64) bool { return math.Abs(x) < 760 }, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-30, 30}, {-711, 711}}, near: []float64{1, 700, 710.4}},
	{f: Tanh, one: arbitrary.Precision.Tanh, domain: func(x, _ float64) bool { return math.Abs(x) < 1e4 }, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-30, 30}}, near: []float64{0.6, 20, 22}},
	{f: Asinh, one: arbitrary.Precision.Asinh, domain: everywhere, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-1000, 1000}}, near: []float64{0.5, 0x1p400}},
	{f: Acosh, one: arbitrary.Precision.Acosh, domain: func(x, _ float64) bool { return x >= 1 }, ranges: [][2]float64{{1, 1.001}, {1, 2}, {1, 100}}, near: []float64{1, 2, 0x1p400}},
	{f: Atanh, one: arbitrary.Precision.Atanh, domain: inside1, ranges: [][2]float64{{-1, 1}, {-0.2, 0.2}, {0.999, 1}}, near: []float64{0.171, 1, -1}},
	{f: Sinpi, one: func(p arbitrary.Precision, x *big.Float) *big.Float { s, _ := p.SinCosPi(x); return s }, domain: everywhere,
		ranges: [][2]float64{{-1, 1}, {-100, 100}, {-1e12, 1e12}}, near: multiples(0.25)},
	{f: Cospi, one: func(p arbitrary.Precision, x *big.Float) *big.Float { _, c := p.SinCosPi(x); return c }, domain: everywhere,
		ranges: [][2]float64{{-1, 1}, {-100, 100}, {-1e12, 1e12}}, near: multiples(0.25)},
	{f: Tanpi, one: func(p arbitrary.Precision, x *big.Float) *big.Float { s, c := p.SinCosPi(x); return p.Div(s, c) },
		domain: func(x, _ float64) bool { return math.Mod(math.Abs(x), 1) != 0.5 }, ranges: [][2]float64{{-1, 1}, {-100, 100}, {-1e12, 1e12}}, near: multiples(0.25)},
	{f: Asinpi, one: overPi(arbitrary.Precision.Asin), domain: within1, ranges: [][2]float64{{-1, 1}, {0.999, 1}}, near: []float64{0.5, 1, -1}},
	{f: Acospi, one: overPi(arbitrary.Precision.Acos), domain: within1, ranges: [][2]float64{{-1, 1}, {0.999, 1}, {-0.01, 0.01}}, near: []float64{0.5, -0.5, 1, -1}},
	{f: Atanpi, one: overPi(arbitrary.Precision.Atan), domain: everywhere, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-1000, 1000}}, near: []float64{1, 2, 0.5}},
	{f: Gamma, one: arbitrary.Precision.Gamma, domain: func(x, _ float64) bool { return x < 180 && x > -190 && (x > 0 || x < 0 && x != math.Trunc(x)) },
		ranges: [][2]float64{{0, 1}, {0, 10}, {1, 3}, {5, 172}, {-20, 0}, {-186, 0}}, near: append(halves1to20, -0.5, -1, -2, -3, -10, 171.6243, -170, -180)},
	{f: Lgamma, one: arbitrary.Precision.LogGamma, domain: func(x, _ float64) bool { return x < 1e305 && (x > 0 || x < 0 && x != math.Trunc(x)) && x > -1e15 },
		ranges: [][2]float64{{0, 1}, {0, 10}, {1, 3}, {5, 172}, {-20, 0}, {-186, 0}}, near: append(halves1to20, -0.5, -1, -2, -3, -10, 171.6243, -170, -180)},
	{f: Erf, one: arbitrary.Precision.Erf, domain: func(x, _ float64) bool { return math.Abs(x) < 26 }, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-6, 6}}, near: []float64{1, 6}},
	{f: Erfc, one: arbitrary.Precision.Erfc, domain: func(x, _ float64) bool { return math.Abs(x) < 29 }, ranges: [][2]float64{{-1, 1}, {-3, 3}, {-6, 6}, {1, 27.3}}, near: []float64{0.5, -0.5, 26, 26.54, 27.2, 1, 4}},
	{f: Cbrt, one: arbitrary.Precision.Cbrt, domain: func(x, _ float64) bool { return x != 0 }, ranges: [][2]float64{{-8, 8}}, near: []float64{1, 2, 4, 8, 27, 1000}},
	{f: Pow, two: arbitrary.Precision.Pow, domain: func(x, y float64) bool { t := y * math.Log(x); return x > 0 && math.Abs(t) < 760 },
		ranges: [][2]float64{{0.5, 2}, {0, 10}, {0, 30}, {0, 700}}, near: []float64{1, 2, 0.5, 10, 1.224744871391589, 0.816496580927726}},
	{f: Atan2, two: arbitrary.Precision.Atan2, domain: func(x, y float64) bool { return x != 0 && y != 0 }, ranges: [][2]float64{{-1, 1}, {-100, 100}}, near: []float64{1, -1, 2}},
	{f: Atan2pi, two: func(p arbitrary.Precision, x, y *big.Float) *big.Float { return p.Div(p.Atan2(x, y), (p + 20).Pi()) },
		domain: func(x, y float64) bool { return x != 0 && y != 0 }, ranges: [][2]float64{{-1, 1}, {-100, 100}}, near: []float64{1, -1, 2}},
	{f: Hypot, two: arbitrary.Precision.Hypot, domain: everywhere, ranges: [][2]float64{{-1, 1}, {-100, 100}}, near: []float64{1, 3, 4, 0}},
}

func overPi(f real1) real1 {
	return func(p arbitrary.Precision, x *big.Float) *big.Float { return p.Div(f(p, x), (p + 20).Pi()) }
}

// draw lists operands: of each range, of all of f64, and around the points.
func (c *trial) draw(rng *rand.Rand, n int) (xs []float64) {
	for range n {
		xs = append(xs, math.Float64frombits(rng.Uint64()))
		xs = append(xs, math.Ldexp(rng.Float64()-0.5, rng.IntN(60)-40))
		if rng.IntN(8) == 0 {
			xs = append(xs, math.Ldexp(rng.Float64()-0.5, -rng.IntN(60)-1014)) // subnormals, mostly
		}
	}
	for _, r := range c.ranges {
		for range n {
			xs = append(xs, r[0]+(r[1]-r[0])*rng.Float64())
		}
	}
	for _, x := range c.near {
		bits := math.Float64bits(x)
		for range 1 + n/100 {
			xs = append(xs, math.Float64frombits(bits+rng.Uint64N(100)-50))
		}
		for d := range uint64(3) {
			xs = append(xs, math.Float64frombits(bits+d), math.Float64frombits(bits-d), -x)
		}
	}
	return append(xs, 5e-324, -5e-324, 1e-310, 0x1p-1022, -0x1p-1022, math.MaxFloat64, -math.MaxFloat64)
}

// ulps is the distance of got from want in units in the last place of want as
// an f64, whose exponent is at least the given one. Infinity counts as 2^1024,
// and is right for all that is larger.
func ulps(got float64, want *big.Float, least int) float64 {
	const most = 1024
	e := max(want.MantExp(nil), least+1) - 53
	g := new(big.Float).SetPrec(200)
	switch {
	case want.MantExp(nil) > most && math.IsInf(got, want.Sign()):
		return 0
	case math.IsNaN(got) || want.MantExp(nil) > most:
		return math.Inf(1)
	case math.IsInf(got, 0):
		g.SetMantExp(big.NewFloat(math.Copysign(1, got)), most)
	default:
		g.SetFloat64(got)
	}
	d := g.Sub(g, want)
	v, _ := d.SetMantExp(d, -e).Float64()
	return math.Abs(v)
}

// worst remembers the largest error.
type worst struct {
	error float64
	where string
}

func (w *worst) see(error float64, where func() string) {
	if error > w.error || math.IsNaN(error) {
		w.error, w.where = error, where()
	}
}

// Against arbitrary precision: f64 within two units in the last place.
func TestWideAccuracy(t *testing.T) {
	for _, c := range trials {
		t.Run(c.f.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, 2))
			n := *points
			if testing.Short() {
				n /= 10
			}
			xs := c.draw(rng, n)
			ys := []float64{0}
			if c.two != nil {
				ys = c.draw(rng, n)
				rng.Shuffle(len(ys), func(i, j int) { ys[i], ys[j] = ys[j], ys[i] })
			}
			var w worst
			tried := 0
			for i, x := range xs {
				y := ys[i%len(ys)]
				if finite := math.Abs(x) <= math.MaxFloat64 && math.Abs(y) <= math.MaxFloat64; !finite || !c.domain(x, y) {
					continue
				}
				tried++
				got := c.f.Wide().Eval(x, y)
				w.see(ulps(got, c.exact(digits, x, y), c.least(x)), func() string { return fmt.Sprintf("%v, %v (%x) is %v", x, y, x, got) })
			}
			t.Logf("%-8s f64: at most %.3f ulp in %d operands, at %s", c.f.Name, w.error, tried, w.where)
			if tried < n {
				t.Errorf("%s was tried on %d operands only", c.f.Name, tried)
			}
			if !(w.error <= wideLimit) {
				t.Errorf("%s is %.3f ulp off at %s", c.f.Name, w.error, w.where)
			}
		})
	}
}

func (c *trial) exact(p arbitrary.Precision, x, y float64) *big.Float {
	q := p + 60
	if c.two != nil {
		return c.two(p, q.Float(x), q.Float(y))
	}
	return c.one(p, q.Float(x))
}

// Against the f64 functions, which are accurate enough: f32 within one unit.
func TestNarrowAccuracy(t *testing.T) {
	for _, c := range trials {
		t.Run(c.f.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(3, 4))
			step := uint64(*stride)
			if testing.Short() {
				step *= 10
			}
			var w worst
			tried := 0
			for bits := uint64(0); bits < 1<<32; bits += step {
				x, y := float64(math.Float32frombits(uint32(bits))), 0.0
				if c.two != nil {
					y = float64(math.Float32frombits(rng.Uint32()))
					if r := rng.IntN(3); r > 0 {
						y = float64(float32(rng.NormFloat64() * []float64{0, 1, 50}[r]))
					}
				}
				tried++
				got, want := float64(float32(c.f.Narrow().Eval(x, y))), c.f.Wide().Eval(x, y)
				w.see(ulps32(got, want), func() string { return fmt.Sprintf("%v, %v is %v, want %v", x, y, got, want) })
			}
			t.Logf("%-8s f32: at most %.4f ulp in %d operands, at %s", c.f.Name, w.error, tried, w.where)
			if !(w.error <= narrowLimit) {
				t.Errorf("%s is %.4f ulp off at %s", c.f.Name, w.error, w.where)
			}
		})
	}
}

// ulps32 is ulps for f32, of an f64; 0 between two NaNs or equal infinities.
func ulps32(got, want float64) float64 {
	switch {
	case math.IsNaN(got) && math.IsNaN(want) || got == want:
		return 0
	case math.Abs(want) >= 0x1p128:
		if math.IsInf(got, int(math.Copysign(1, want))) {
			return 0
		}
		return math.Inf(1)
	case math.IsInf(got, 0):
		got = math.Copysign(0x1p128, got)
	}
	_, e := math.Frexp(want)
	return math.Abs(got-want) / math.Ldexp(1, max(e, -125)-24)
}
