package wasm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/imp/lanes"
	"github.com/lamina-lang/lamina/passes/imp/split"
)

// sizes returns sizes around the numbers of lanes and of iterations per vector step.
func sizes() []int64 {
	out := []int64{31, 32, 33, 4103}
	for n := range int64(18) {
		out = append(out, n)
	}
	return out
}

// agree runs a program given as imp text in the interpreter and on several threads.
func agree(t *testing.T, text string, args func(n int64) []value.Value) {
	t.Helper()
	agreeOn(t, text, args, 1, 3)
}

// agreeOn is agree for the given numbers of threads.
func agreeOn(t *testing.T, text string, args func(n int64) []value.Value, numbers ...int) {
	t.Helper()
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for k, threads := range numbers {
		// The first is in lanes by the pass, as far as that goes; else the backend does it.
		prepared := []*pass.Pass{split.Pass}
		if k == 0 {
			prepared = append(prepared, lanes.Pass)
		}
		x, err := shared.Compile(context.Background(), after(t, text, prepared...), backend.Options{Threads: threads})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, n := range sizes() {
			in := args(n)
			want, _, wantErr := interp.Imp(context.Background(), p, "main", in, interp.Options{})
			got, _, gotErr := x.Run(context.Background(), "main", in)
			if fmt.Sprint(wantErr) != fmt.Sprint(gotErr) {
				t.Fatalf("n = %d, %d threads: error %v, want %v\n%s", n, threads, gotErr, wantErr, text)
			}
			for i := range want {
				if !value.Equal(want[i], got[i]) {
					t.Fatalf("n = %d, %d threads: result %d: %v\n%s", n, threads, i, value.Compare(want[i], got[i], 0), text)
				}
			}
		}
		_ = x.Close()
	}
}

func vectorOf(t scalar.Type, n int64, seed uint64) value.Value {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	v, _ := value.New(t, n)
	vs := interesting(t, rng, int(n)+20)
	for i := range n {
		v.Set(i, vs[rng.IntN(len(vs))])
	}
	return v
}

// mapText returns a program that computes an expression of x and y, elements of arrays of
// type t, into an array of type r.
func mapText(t, r scalar.Type, expr string) string {
	return fmt.Sprintf(`
fun main(n: i64, a: %[1]s, xs: mem, ys: mem) -> (zs: mem)
  entry (a: "t" = %[1]s in a, xs: "[n]t" = [n]%[1]s in xs, ys: "[n]t" = [n]%[1]s in ys) -> ("[n]r" = [n]%[2]s in zs) {
  zs <- alloc(mulsat.i64(n, %[3]d))
  parallel "map" (i < n) {
    var x: %[1]s = xs.%[1]s[i]
    var y: %[1]s = ys.%[1]s[i]
    zs.%[2]s[i] <- %[4]s
  }
}`, t, r, r.Size(), expr)
}

// Every operator at every type, in loops that may be vectorised, agrees with the
// interpreter.
func TestElementwise(t *testing.T) {
	for _, o := range scalar.Ops() {
		info := o.Info()
		for _, elem := range elems {
			if !info.On.Has(elem) || info.Partial.Has(elem) {
				continue
			}
			operands := []string{"x", "y", "a"}
			var words []string
			for i := range info.Arity() {
				w := operands[i]
				if p := o.ParamType(elem, i); p != elem {
					w = fmt.Sprintf("convert.%s.%s(%s)", elem, p, w)
				}
				words = append(words, w)
			}
			t.Run(o.String()+"."+elem.String(), func(t *testing.T) {
				r := o.ResultType(elem)
				text := mapText(elem, r, fmt.Sprintf("%s.%s(%s)", o, elem, strings.Join(words, ", ")))
				agree(t, text, func(n int64) []value.Value {
					return []value.Value{value.Scalar(vectorOf(elem, 1, 3).At(0)), vectorOf(elem, n, 1), vectorOf(elem, n, 2)}
				})
			})
		}
	}
}

// Conversions between all types, combined with other operations so that vectorising pays
// off.
func TestElementwiseConversions(t *testing.T) {
	for _, from := range elems {
		for _, to := range elems {
			t.Run(from.String()+"."+to.String(), func(t *testing.T) {
				agree(t, mapText(from, to, fmt.Sprintf("select.%[2]s(lt.%[1]s(x, a), convert.%[1]s.%[2]s(y), convert.%[1]s.%[2]s(x))", from, to)),
					func(n int64) []value.Value {
						return []value.Value{value.Scalar(vectorOf(from, 1, 3).At(0)), vectorOf(from, n, 1), vectorOf(from, n, 2)}
					})
			})
		}
	}
}

// The number of threads does not affect any bit: neither of a float sum, whose order
// matters, nor of results computed in chunks of rows.
func TestThreads(t *testing.T) {
	agreeOn(t, `
fun main(n: i64, xs: mem) -> (total: f32, chunks: i64, partials: mem)
  entry (xs: "[n]f32" = [n]f32 in xs) -> ("f32" = f32 in total, "[chunks]f32" = [chunks]f32 in partials) {
  chunks <- quot.i64(n + 15, 16)
  partials <- alloc(mulsat.i64(chunks, 4))
  parallel "sums" (c < chunks) {
    var sum: f32 = 0.0f32
    for j: i64 < min.i64(n - c * 16, 16) {
      sum <- add.f32(sum, xs.f32[c * 16 + j])
    }
    partials.f32[c] <- sum
  }
  for c: i64 < chunks { total <- add.f32(total, partials.f32[c]) }
}`, func(n int64) []value.Value {
		xs := vectorOf(scalar.F32, n, 5)
		for i := range n {
			xs.Set(i, scalar.Float(scalar.F32, 1/float64(i+3)))
		}
		return []value.Value{xs}
	}, 1, 2, 3, 8)
}

// after is a program after passes of the backend's pipeline.
func after(t *testing.T, text string, passes ...*pass.Pass) *imp.Program {
	t.Helper()
	p, err := imp.ParseSource("test.imp", "lamina imp\n"+text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, f := range p.Funs { // texts here may declare a name twice
		f.Body = imp.Rename(f.Body, map[name.Name]name.Name{}, p.Names)
	}
	u := &pass.Unit{Imp: p}
	for _, q := range passes {
		if err := q.Run(t.Context(), u, q.Defaults()); err != nil {
			t.Fatal(err)
		}
		if err := u.Check(); err != nil {
			t.Fatalf("after %s: %v\n%s", q.Name, err, p)
		}
	}
	return p
}

// Each kind of vector expression and statement, in two lanes and in four, against the
// interpreter.
func TestVectorsOfThePassesOwn(t *testing.T) {
	for _, count := range []int{2, 4} {
		kinds := []scalar.Type{scalar.I32, scalar.U32, scalar.F32, scalar.I8, scalar.U16, scalar.Bool}
		if count == 2 {
			kinds = append(kinds, scalar.I64, scalar.F64)
		}
		for _, k := range kinds {
			t.Run(fmt.Sprintf("%sx%d", k, count), func(t *testing.T) {
				text := fmt.Sprintf(`fun main(n: i64, xs: mem, ys: mem) -> (zs: mem, ls: mem)
					entry (xs: "[n]K" = [n]K in xs, ys: "[n]K" = [n]K in ys) -> ("[n]K" = [n]K in zs, "[n]K" = [n]K in ls) {
					zs <- alloc(mulsat.i64(n, %d))
					ls <- alloc(mulsat.i64(n, %d))
					parallel "copy" (i < n) {
						zs.K[i] <- xs.K[i]
						ls.K[i] <- ys.K[i]
					}
					parallel "vectors" (c < quot.i64(n, L)) {
						var x: KxL = xs.KxL[c * L in 0 + {(n : 1)}]
						var y: KxL = ys.KxL[c * L]
						var m: boolxL = ne.K(x, splat(ys.K[c], L))
						var z: KxL = select.K(m, x, y)
						if lt.i64(c, 3) {
							z <- select.K(ne.i32(and.i32(ramp(convert.i64.i32(c), convert.i64.i32(c + 1), L), splat(1i32, L)), ramp(0i32, 0i32, L)), z, splat(lane(y, 1), L))
						}
						zs.KxL[c * L] <- z
						ls.KxL[c * L] <- convert.bool.K(eq.bool(m, eq.i32(ramp(0i32, 3i32, L), splat(3i32, L))))
					}
				}`, k.Size(), k.Size())
				text = strings.ReplaceAll(strings.ReplaceAll(text, "K", k.String()), "L", fmt.Sprint(count))
				random := rand.New(rand.NewPCG(1, 2))
				agree(t, text, func(n int64) []value.Value {
					array := func() value.Value {
						out, err := value.New(k, n)
						if err != nil {
							t.Fatal(err)
						}
						for i := range n {
							out.Set(i, scalar.Convert(k, scalar.Int(scalar.I32, random.Int64N(3))))
						}
						return out
					}
					return []value.Value{array(), array()}
				})
			})
		}
	}
}
