package main

import (
	"math/rand/v2"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// benchmark is a program with its input and the implementations it is compared with.
type benchmark struct {
	name  string
	fut   string // path relative to the repository's root
	entry string // "" for main
	c     string // likewise; "" if it is not compared with C
	sizes []int64
	// args returns the entry point's arguments; the arrays among them are C's input, in
	// order.
	args func(r *rand.Rand) []value.Value

	parallel bool // compared with itself on more threads
	futhark  bool // compared with Futhark
	// bar is the maximum slowdown relative to Futhark's c, or to C if there is such a program, if
	// it differs from the default; the benchmark is then compared with nothing else.
	bar float64
}

// The bars for the ratios.
const (
	cBar         = 2.0 // times gcc -O2, one thread each
	parallelBar  = 1.6 // speedup on two threads
	futharkBar   = 2.0 // times Futhark's c, one thread each
	multicoreBar = 2.5 // times Futhark's multicore, the same number of threads each
)

// briefBenchmarks compare the parallel programs with themselves on more threads, on inputs
// of a few milliseconds: on a busy machine longer runs never have all cores to themselves.
func briefBenchmarks() []benchmark {
	f := func(x float64) value.Value { return value.Scalar(scalar.Float(scalar.F64, x)) }
	return []benchmark{
		{name: "matmul", fut: programs + "matmul.fut", parallel: true,
			args: func(r *rand.Rand) []value.Value {
				return []value.Value{floats32(r, 240, 240), floats32(r, 240, 240)}
			}},
		{name: "mandelbrot", fut: "conformance/programs/mandelbrot.fut", parallel: true,
			args: func(*rand.Rand) []value.Value {
				return []value.Value{integer(120), integer(90), f(-2.2), f(-1.2), f(0.027), value.Scalar(scalar.Int(scalar.I32, 255))}
			}},
		{name: "blackscholes", fut: programs + "blackscholes.fut", parallel: true,
			args: func(r *rand.Rand) []value.Value {
				return []value.Value{floats64(r, 5, 30, 60_000), floats64(r, 1, 100, 60_000), floats64(r, 0.25, 10, 60_000)}
			}},
	}
}

const programs = "tools/bench-cpu/programs/"

var benchmarks = []benchmark{
	{name: "matmul", fut: programs + "matmul.fut", c: programs + "matmul.c", sizes: []int64{512}, parallel: true,
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{floats32(r, 512, 512), floats32(r, 512, 512)}
		}},
	{name: "stencil", fut: programs + "stencil.fut", c: programs + "stencil.c", sizes: []int64{1_000_000, 20},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{integer(20), floats32(r, 1_000_000)}
		}},
	{name: "nw", fut: "examples/nw.fut", c: programs + "nw.c", sizes: []int64{4000, 4000},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{letters(r, 4000), letters(r, 4000)}
		}},
	{name: "nw-rows", fut: programs + "nw_rows.fut", c: programs + "nw_rows.c", sizes: []int64{4000, 4000},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{letters(r, 4000), letters(r, 4000)}
		}},
	{name: "sum", fut: programs + "sum.fut", c: programs + "sum.c", sizes: []int64{10_000_000},
		args: func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 10_000_000)} }},
	{name: "blackscholes", fut: programs + "blackscholes.fut", c: programs + "blackscholes.c", sizes: []int64{500_000}, parallel: true,
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{floats64(r, 5, 30, 500_000), floats64(r, 1, 100, 500_000), floats64(r, 0.25, 10, 500_000)}
		}},
	{name: "mandelbrot", fut: "conformance/programs/mandelbrot.fut", parallel: true,
		args: func(*rand.Rand) []value.Value {
			f := func(x float64) value.Value { return value.Scalar(scalar.Float(scalar.F64, x)) }
			return []value.Value{integer(640), integer(480), f(-2.2), f(-1.2), f(0.005), value.Scalar(scalar.Int(scalar.I32, 255))}
		}},
	{name: "lud", fut: "examples/lud.fut", futhark: true,
		args: func(r *rand.Rand) []value.Value { return []value.Value{dominant(r, 512)} }},
	{name: "hotspot", fut: "conformance/programs/hotspot.fut", futhark: true,
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{value.Scalar(scalar.Int(scalar.I32, 100)), floats64(r, 40, 90, 512, 512), floats64(r, 0, 10, 512, 512)}
		}},
	{name: "neighbours", fut: "conformance/programs/knn.fut", futhark: true,
		args: func(r *rand.Rand) []value.Value {
			f := func(x float64) value.Value { return value.Scalar(scalar.Float(scalar.F32, x)) }
			return []value.Value{integer(20), floats32(r, 500_000), floats32(r, 500_000), f(0.4), f(0.6)}
		}},
}

func integer(n int64) value.Value { return value.Scalar(scalar.Int(scalar.I64, n)) }

func product(shape []int64) int64 {
	n := int64(1)
	for _, s := range shape {
		n *= s
	}
	return n
}

func floats32(r *rand.Rand, shape ...int64) value.Value {
	xs := make([]float32, product(shape))
	for i := range xs {
		xs[i] = r.Float32()
	}
	return value.FromSlice(xs, shape...)
}

func floats64(r *rand.Rand, low, high float64, shape ...int64) value.Value {
	xs := make([]float64, product(shape))
	for i := range xs {
		xs[i] = low + (high-low)*r.Float64()
	}
	return value.FromSlice(xs, shape...)
}

func letters(r *rand.Rand, n int64) value.Value {
	xs := make([]uint8, n)
	for i := range xs {
		xs[i] = "ACGT"[r.IntN(4)]
	}
	return value.FromSlice(xs, n)
}

// dominant returns a diagonally dominant matrix, which needs no pivoting.
func dominant(r *rand.Rand, n int64) value.Value {
	xs := make([]float32, n*n)
	for i := range xs {
		xs[i] = r.Float32()
		if int64(i)/n == int64(i)%n {
			xs[i] += float32(n)
		}
	}
	return value.FromSlice(xs, n, n)
}

func (b *benchmark) sizeArgs() []string {
	var out []string
	for _, n := range b.sizes {
		out = append(out, strconv.FormatInt(n, 10))
	}
	return out
}
