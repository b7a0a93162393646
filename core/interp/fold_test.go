package interp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// sums computes prefix sums of f32s, and the sum, in the order that
// docs/semantics.md gives: by chunks of 1024, and by superchunks of 1024 chunks.
func sums(xs []float32) (prefixes []float32, sum float32) {
	const chunk, superchunk = 1 << 10, 1 << 20
	out := make([]float32, len(xs))
	var before, within, prefix float32
	for i := 0; i < len(xs); {
		var local float32
		first := i
		if first%superchunk == 0 {
			before, within = prefix, 0
		}
		for ; i < len(xs) && i < first+chunk; i++ {
			local += xs[i]
			out[i] = local
			if first > 0 {
				out[i] = prefix + local
			}
		}
		within += local
		prefix = before + within
	}
	return out, prefix
}

const add = `\(x: f32, y: f32) -> (f32) {
	let (z: f32) = add.f32(x, y)
	in (z) }, neutral = [0.0f32]`

// The order of a reduction and a scan is visible in floats; it is the same for
// every way to write one.
func TestFoldTrees(t *testing.T) {
	soac := parse(t, `lamina soac
entry fun main(n: i64, xs: [n]f32) -> (s: f32, p: [n]f32) {
	let (a: f32) = reduce(n, [xs], op = `+add+`)
	let (b: [n]f32) = scan(n, [xs], op = \(u: f32, v: f32) -> (f32) {
		let (w: f32) = add.f32(u, v)
		in (w) }, neutral = [0.0f32])
	in (a, b) }`)
	kernel := parse(t, `lamina kernel
entry fun main(n: i64, xs: [n]f32) -> (s: f32, p: [n]f32) {
	let (a: f32) = segred(i < n, op = `+add+`) {
		let (e: f32) = index(xs, [i])
		in (e) }
	let (b: [n]f32) = segscan(j < n, op = \(u: f32, v: f32) -> (f32) {
		let (w: f32) = add.f32(u, v)
		in (w) }, neutral = [0.0f32]) {
		let (f: f32) = index(xs, [j])
		in (f) }
	in (a, b) }`)
	for _, n := range []int{0, 1, 2, 1023, 1024, 1025, 2048, 5000, 1<<20 + 3000} {
		xs := make([]float32, n)
		arg, err := value.New(scalar.F32, int64(n))
		if err != nil {
			t.Fatal(err)
		}
		prefixes := arg.Clone()
		random := rand.New(rand.NewPCG(uint64(n), 7))
		for i := range xs {
			xs[i] = random.Float32()
			arg.Set(int64(i), scalar.Float(scalar.F32, float64(xs[i])))
		}
		ps, sum := sums(xs)
		for i, p := range ps {
			prefixes.Set(int64(i), scalar.Float(scalar.F32, float64(p)))
		}
		for name, prog := range map[string]string{"soac": soac.String(), "kernel": kernel.String()} {
			t.Run(fmt.Sprintf("%s %d", name, n), func(t *testing.T) {
				got, err := interp.Value(context.Background(), parse(t, prog), "main", []value.Value{arg}, interp.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if want := scalar.Float(scalar.F32, float64(sum)); got[0].Scalar() != want {
					t.Errorf("sum: got %s, want %s", got[0].Scalar(), want)
				}
				if !value.Equal(got[1], prefixes) {
					t.Error("prefix sums differ")
				}
			})
		}
	}
}
