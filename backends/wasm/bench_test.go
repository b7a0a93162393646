package wasm_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/value"
)

// The benchmarks run on one thread. Those whose names end in Go run the same algorithms in
// Go, for comparison within one run.

func randoms(n int) []float32 {
	rng := rand.New(rand.NewPCG(7, 8))
	xs := make([]float32, n)
	for i := range xs {
		xs[i] = rng.Float32()
	}
	return xs
}

func benchmark(b *testing.B, text string, args ...value.Value) {
	x := compile(b, text, backend.Options{Threads: 1})
	run(b, x, args...)
	for b.Loop() {
		if _, _, err := x.Run(context.Background(), "main", args); err != nil {
			b.Fatal(err)
		}
	}
}

const benchSize = 256

func BenchmarkMatmul(b *testing.B) {
	m := value.FromSlice(randoms(benchSize*benchSize), benchSize, benchSize)
	benchmark(b, matmul, m, m)
}

func BenchmarkMatmulGo(b *testing.B) {
	xs := randoms(benchSize * benchSize)
	out := make([]float32, benchSize*benchSize)
	for b.Loop() {
		for i := range benchSize {
			for j := range benchSize {
				var s float32
				for l := range benchSize {
					s += xs[i*benchSize+l] * xs[l*benchSize+j]
				}
				out[i*benchSize+j] = s
			}
		}
	}
}

const stencil = `
fun main(n: i64, steps: i64, xs: mem) -> (ys: mem)
  entry (steps: "i64" = i64 in steps, xs: "[n]f32" = [n]f32 in xs) -> ("[n]f32" = [n]f32 in ys) {
  ys <- alloc(mulsat.i64(n, 4))
  for step: i64 < steps {
    parallel "stencil" (i < n) {
      var centre: f32 = xs.f32[i]
      var left: f32 = centre
      if gt.i64(i, 0) { left <- xs.f32[i - 1] }
      var right: f32 = centre
      if lt.i64(i, n - 1) { right <- xs.f32[i + 1] }
      ys.f32[i] <- mul.f32(add.f32(add.f32(left, centre), right), 0.25f32)
    }
  }
}`

const stencilSize, stencilSteps = 100_000, 20

func BenchmarkStencil(b *testing.B) {
	benchmark(b, stencil, i64(stencilSteps), value.FromSlice(randoms(stencilSize)))
}

func BenchmarkStencilGo(b *testing.B) {
	xs, ys := randoms(stencilSize), make([]float32, stencilSize)
	for b.Loop() {
		for range stencilSteps {
			for i, centre := range xs {
				left, right := centre, centre
				if i > 0 {
					left = xs[i-1]
				}
				if i < len(xs)-1 {
					right = xs[i+1]
				}
				ys[i] = (left + centre + right) * 0.25
			}
		}
	}
}

// BenchmarkStart measures the overhead of a run.
func BenchmarkStart(b *testing.B) {
	benchmark(b, matmul, value.FromSlice(randoms(1), 1, 1), value.FromSlice(randoms(1), 1, 1))
}

// BenchmarkLaunch launches kernels that are too small to distribute.
func BenchmarkLaunch(b *testing.B) {
	benchmark(b, stencil, i64(1000), value.FromSlice(randoms(100)))
}
