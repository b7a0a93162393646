package main

import (
	"github.com/lamina-lang/lamina/accelerate"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/examples/go/histo"
	"github.com/lamina-lang/lamina/examples/go/mriq"
	"github.com/lamina-lang/lamina/examples/go/neural"
	"github.com/lamina-lang/lamina/examples/go/ode"
	"github.com/lamina-lang/lamina/examples/go/sgemm"
	"github.com/lamina-lang/lamina/examples/go/stencil"
	"github.com/lamina-lang/lamina/examples/go/tpacf"
)

// pair is a program in Go and its counterpart in Futhark's language, with a set of data.
type pair struct {
	program, set string
	fut          string // file of the counterpart
	prepare      func() instance
}

func (p pair) name() string { return p.program + "/" + p.set }

// instance is a pair with its data, which come from formulas.
type instance struct {
	restore func() // what call overwrites; may be nil
	call    func() // the program in Go
	results func() []value.Value
	args    []value.Value // of the counterpart
}

// pairs has the sets of Parboil by their sizes, and for ODE 10^3 to 10^5 systems.
var pairs = []pair{
	{"histo", "default", "histo.fut", func() instance { return histogram(996*1040, 256*4096) }},
	{"mriq", "small", "mriq.fut", func() instance { return image(32, 3072) }},
	{"mriq", "large", "mriq.fut", func() instance { return image(64, 2048) }},
	{"sgemm", "small", "sgemm.fut", func() instance { return product(128, 96, 160) }},
	{"sgemm", "medium", "sgemm.fut", func() instance { return product(1024, 992, 1056) }},
	{"plate", "1024", "plate.fut", func() instance { return plate(1024) }},
	{"plate", "4096", "plate.fut", func() instance { return plate(4096) }},
	{"stencil", "small", "space.fut", func() instance { return space(32, 128, 128) }},
	{"stencil", "default", "space.fut", func() instance { return space(64, 512, 512) }},
	{"tpacf", "small", "tpacf.fut", func() instance { return angles(487) }},
	{"tpacf", "medium", "tpacf.fut", func() instance { return angles(4096) }},
	{"tpacf", "large", "tpacf.fut", func() instance { return angles(10391) }},
	{"ode", "1000", "ode.fut", func() instance { return populations(1000) }},
	{"ode", "10000", "ode.fut", func() instance { return populations(10000) }},
	{"ode", "100000", "ode.fut", func() instance { return populations(100000) }},
	{"neural", "128", "neural.fut", func() instance { return training(128, 28) }},
}

// names lists the pairs.
func names() []string {
	var out []string
	for _, p := range pairs {
		out = append(out, p.name())
	}
	return out
}

// of returns f(0) to f(n-1).
func of[T any](n int, f func(i int) T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// column is an array of a field of structs.
func column[S any, T value.Element](all []S, field func(S) T) value.Value {
	return value.FromSlice(of(len(all), func(i int) T { return field(all[i]) }), int64(len(all)))
}

// matrix is an array of rows.
func matrix[T value.Element](rows [][]T) value.Value {
	var flat []T
	for _, r := range rows {
		flat = append(flat, r...)
	}
	return value.FromSlice(flat, int64(len(rows)), int64(len(rows[0])))
}

func integer(n int) value.Value    { return value.Scalar(scalar.Int(scalar.I64, int64(n))) }
func single(x float32) value.Value { return value.Scalar(scalar.Float(scalar.F32, float64(x))) }
func double(x float64) value.Value { return value.Scalar(scalar.Float(scalar.F64, x)) }
func scattered(i int, n int) int   { return int(uint32(i)*2654435761>>7) % n } // multiples of a constant near 2^32/φ
func fraction(i int) float64       { return float64(scattered(i, 4096)) / 4096 }

func histogram(n, bins int) instance {
	values := of(n, func(i int) uint32 { return uint32(scattered(i, bins)) })
	var got []uint8
	return instance{
		call:    func() { got = histo.Counts(values, bins) },
		results: func() []value.Value { return []value.Value{value.FromSlice(got, int64(bins))} },
		args:    []value.Value{value.FromSlice(values, int64(n)), integer(bins)},
	}
}

func image(side, samples int) instance {
	at := func(i int) float32 { return float32(i%side) / float32(side) }
	voxels := of(side*side*side, func(i int) mriq.Voxel { return mriq.Voxel{X: at(i), Y: at(i / side), Z: at(i / side / side)} })
	all := of(samples, func(i int) mriq.Sample {
		return mriq.Sample{X: float32(i % 7), Y: float32(i % 11), Z: float32(i % 13), Magnitude: float32(fraction(i))}
	})
	var got []mriq.Complex
	return instance{
		call: func() { got = mriq.Q(voxels, all) },
		results: func() []value.Value {
			return []value.Value{
				column(got, func(q mriq.Complex) float32 { return q.Re }), column(got, func(q mriq.Complex) float32 { return q.Im }),
			}
		},
		args: []value.Value{
			column(all, func(s mriq.Sample) float32 { return s.X }), column(all, func(s mriq.Sample) float32 { return s.Y }),
			column(all, func(s mriq.Sample) float32 { return s.Z }), column(all, func(s mriq.Sample) float32 { return s.Magnitude }),
			column(voxels, func(v mriq.Voxel) float32 { return v.X }), column(voxels, func(v mriq.Voxel) float32 { return v.Y }),
			column(voxels, func(v mriq.Voxel) float32 { return v.Z }),
		},
	}
}

func product(rows, inner, columns int) instance {
	filled := func(n, m, from int) sgemm.Matrix {
		return accelerate.TensorOf(of(n*m, func(i int) float32 { return float32(fraction(from + i)) }), n, m)
	}
	a, b, c := filled(rows, inner, 0), filled(inner, columns, 1<<20), filled(rows, columns, 1<<21)
	first := append([]float32{}, c.Elems()...)
	value2 := func(elems []float32, n, m int) value.Value { return value.FromSlice(elems, int64(n), int64(m)) }
	return instance{
		restore: func() { copy(c.Elems(), first) },
		call:    func() { sgemm.Multiply(1.5, a, b, 0.5, c) },
		results: func() []value.Value { return []value.Value{value2(c.Elems(), rows, columns)} },
		args: []value.Value{
			single(1.5), value2(a.Elems(), rows, inner), value2(b.Elems(), inner, columns), single(0.5), value2(first, rows, columns),
		},
	}
}

func plate(n int) instance {
	now, next := accelerate.NewTensor[float64](n, n), accelerate.NewTensor[float64](n, n)
	for i := range now.Elems() {
		now.Elems()[i] = fraction(i)
	}
	return instance{
		call:    func() { stencil.Step(now, next) },
		results: func() []value.Value { return []value.Value{value.FromSlice(next.Elems(), int64(n), int64(n))} },
		args:    []value.Value{value.FromSlice(now.Elems(), int64(n), int64(n))},
	}
}

func space(planes, rows, columns int) instance {
	now, next := accelerate.NewTensor[float32](planes, rows, columns), accelerate.NewTensor[float32](planes, rows, columns)
	for i := range now.Elems() {
		now.Elems()[i] = float32(fraction(i))
	}
	shape := []int64{int64(planes), int64(rows), int64(columns)}
	return instance{
		call:    func() { stencil.StepInSpace(now, next, 1.0/6, 1.0/36) },
		results: func() []value.Value { return []value.Value{value.FromSlice(next.Elems(), shape...)} },
		args:    []value.Value{value.FromSlice(now.Elems(), shape...), single(1.0 / 6), single(1.0 / 36)},
	}
}

// angles is of two files of n points each.
func angles(n int) instance {
	points := func(from int) []tpacf.Point {
		return of(n, func(i int) tpacf.Point {
			return tpacf.Point{Ascension: 6.28 * fraction(from+i), Declination: 3.14*fraction(from+1000*i) - 1.57}
		})
	}
	as, bs, bounds := points(0), points(1<<20), tpacf.Bounds(20)
	ascension := func(p tpacf.Point) float64 { return p.Ascension }
	declination := func(p tpacf.Point) float64 { return p.Declination }
	var got []int64
	return instance{
		call:    func() { got = tpacf.Pairs(bounds, as, bs) },
		results: func() []value.Value { return []value.Value{value.FromSlice(got, int64(len(got)))} },
		args: []value.Value{
			value.FromSlice(bounds, int64(len(bounds))), column(as, ascension), column(as, declination), column(bs, ascension), column(bs, declination),
		},
	}
}

func populations(n int) instance {
	const h, steps = 0.001, 1000
	first := of(n, func(i int) ode.System {
		return ode.System{
			Prey: 1 + fraction(i), Predators: 1 + fraction(2*i), Birth: 1 + fraction(3*i), Eaten: 1 + fraction(5*i),
			Grown: 1 + fraction(7*i), Starved: 1 + fraction(11*i),
		}
	})
	now := append([]ode.System{}, first...)
	prey, predators := func(s ode.System) float64 { return s.Prey }, func(s ode.System) float64 { return s.Predators }
	return instance{
		restore: func() { copy(now, first) },
		call:    func() { ode.Solve(now, h, steps) },
		results: func() []value.Value { return []value.Value{column(now, prey), column(now, predators)} },
		args: []value.Value{
			column(first, prey), column(first, predators), column(first, func(s ode.System) float64 { return s.Birth }),
			column(first, func(s ode.System) float64 { return s.Eaten }), column(first, func(s ode.System) float64 { return s.Grown }),
			column(first, func(s ode.System) float64 { return s.Starved }), double(h), integer(steps),
		},
	}
}

// training is a step on a batch of images of side×side.
func training(batch, side int) instance {
	const hidden, classes, rate = 32, 10, 0.1
	images := of(batch, func(k int) []float32 {
		return of(side*side, func(i int) float32 { return float32(fraction(k*side*side + i)) })
	})
	labels := of(batch, func(k int) int { return k % classes })
	network := neural.New(side*side, hidden, classes)
	var got neural.Network
	return instance{
		call:    func() { got = network.Train(images, labels, rate) },
		results: func() []value.Value { return []value.Value{matrix(got.Hidden), matrix(got.Classes)} },
		args: []value.Value{
			matrix(network.Hidden), matrix(network.Classes), matrix(images),
			column(labels, func(k int) int64 { return int64(k) }), single(rate),
		},
	}
}
