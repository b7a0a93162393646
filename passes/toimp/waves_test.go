package toimp_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

const sums = `lamina mem

entry fun main(n: i64) -> (t: f32) {
  let (t_1: f32) = segred(k < n, op = \(x_1: f32, y_1: f32) -> (f32) {
    let (z_1: f32) = add.f32(x_1, y_1)
    in (z_1)
  }, neutral = [0.0f32]) {
    let (f: f32) = convert.i64.f32(k)
    let (d: f32) = add.f32(f, 1.0f32)
    let (v: f32) = div.f32(1.0f32, d)
    in (v)
  }
  in (t_1)
}
`

// harmonic computes 1/1 + 1/2 + … by the tree of docs/semantics.md, for chunks of any size.
func harmonic(n, chunk int) float32 {
	runs := make([]float32, 0, n/chunk+1)
	for start := 0; start < n; start += chunk {
		var sum float32
		for i := start; i < min(start+chunk, n); i++ {
			sum += 1 / (float32(i) + 1)
		}
		runs = append(runs, sum)
	}
	first := func(xs []float32) float32 {
		sum := xs[0]
		for _, x := range xs[1:] {
			sum += x
		}
		return sum
	}
	var supers []float32
	for start := 0; start < len(runs); start += chunk {
		supers = append(supers, first(runs[start:min(start+chunk, len(runs))]))
	}
	if len(supers) == 0 {
		return 0
	}
	return first(supers)
}

// A reduction in several waves gives the bits of the tree, and its memory does not grow
// with the number of elements. Small chunks make waves small.
func TestReduceInWaves(t *testing.T) {
	for name, target := range map[string]target.Target{"embedded": target.Embedded(), "processor": target.Processor(), "gpu": target.GPU()} {
		chunk, supers := 4, 64
		switch name {
		case "processor":
			supers = chunk - 1
		case "gpu": // groups need chunks of some length
			chunk, supers = 32, 31
			target.Group, target.Strip = 32, 32
		}
		target.ReduceChunk = int64(chunk)
		wave := chunk * chunk * supers // elements
		peak := int64(0)
		for _, n := range []int{0, 1, chunk, chunk + 1, chunk * chunk, chunk*chunk + 1, wave - 1, wave, wave + 1, 2*wave - 3, 2 * wave, 2*wave + 17, 5*wave + 1} {
			t.Run(fmt.Sprint(name, "/", n), func(t *testing.T) {
				p, err := ir.Parse("sums.lir", sums)
				if err != nil {
					t.Fatal(err)
				}
				u := &pass.Unit{IR: p, Target: target}
				if err := passtest.Apply(u, "to-imp"); err != nil {
					t.Fatal(err)
				}
				out, report, err := interp.Imp(t.Context(), u.Imp, "main", []value.Value{value.Scalar(scalar.Int(scalar.I64, int64(n)))}, interp.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got, want := out[0].Scalar().Float(), float64(harmonic(n, chunk)); math.Float64bits(got) != math.Float64bits(want) {
					t.Errorf("got %v, want %v", got, want)
				}
				if n == wave+1 {
					peak = report.PeakBytes
				} else if n > wave && report.PeakBytes > peak {
					t.Errorf("%d bytes at most were in use at once, for one wave and an element %d", report.PeakBytes, peak)
				}
			})
		}
	}
}
