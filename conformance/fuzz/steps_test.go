package fuzz_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// steps writes maps whose points go through steps, each with maps over the arrays that the steps
// before made.
type steps struct{ *rand.Rand }

func (r steps) of(all ...string) string { return all[r.IntN(len(all))] }

// filled is one of the forms with parts in place of X, Y and Z.
func (r steps) filled(forms []string, parts ...string) string {
	var pairs []string
	for i, p := range parts {
		pairs = append(pairs, string(rune('X'+i)), p)
	}
	return strings.NewReplacer(pairs...).Replace(r.of(forms...))
}

// index is of an element in an array of n, mostly in its bounds.
func (r steps) index(i string) string {
	return r.filled([]string{"X", "X", "X", "(X + 1) % n", "(X + n - 1) % n", "n - 1 - X", "(X + k) % n", "i64.min (X + 1) (n - 1)",
		"i64.max (X - 1) 0", "k % n", "(X * 2) % n", "0", "i64.i32 a[X] & 1", "X + 3", "X + k"}, i)
}

// element computes one of vectors a and b.
func (r steps) element(i string, depth int) string {
	if depth == 0 {
		return r.filled([]string{"X[Y]", "X[Y]", "X[Y]", "X[Y] + i32.i64 k"}, r.of("a", "a", "b"), r.index(i))
	}
	return "(" + r.filled([]string{"X + Y", "X * 3 - Y", "i32.max (X) (Y)", "if Z < k then X else Y",
		"if Z + 3 < n then X else 7", "X ^ Y", "X % (1 + i32.i64 Z)", "X / Y"}, r.element(i, depth-1), r.element(i, depth-1), i) + ")"
}

// step is the body of a step, which gives the next a and b.
func (r steps) step() string {
	vector := func() string {
		return r.filled([]string{"tabulate n (\\i -> X)", "tabulate n (\\i -> X)", "map (\\i -> X) (iota n)"}, "("+r.element("i", r.IntN(3))+")")
	}
	return r.filled([]string{"(X, a)", "(b, X)", "(X, Y)", "(X, b)",
		"let c = X in (c, map2 (+) a c)",
		"let (a, b) = unzip (map2 (\\x y -> (y, x - y)) a b) in (X, b)", "if k % 2 == 0 then (a, X) else (Y, b)",
		"let s = i32.sum a in (map (+ s) (X), b)", "let h = a[k % n] in (tabulate n (\\i -> h + Z), b)",
		"loop (a, b) = (a, b) for k < 2 do (X, a)", "(scan (+) 0 a, X)",
		"let c = flatten (tabulate_2d 2 n (\\j i -> Z + i32.i64 j)) in (take n c, X)"}, vector(), vector(), r.element("i", 1))
}

func (r steps) program() string {
	bound := r.of("m", "m", "m + 1", "n", "3")
	return fmt.Sprintf(`entry main [p][n] (xs: [p][n]i32) (ys: [p][n]i32) (m: i64) : ([p][n]i32, [p]i32) =
  unzip (map2 (\(x: [n]i32) (y: [n]i32) ->
    let (a, b) = loop (a: [n]i32, b: [n]i32) = (%s) for k < %s do
      %s
    in (a, %s)) xs ys)
`, r.of("x, y", "y, x", "copy x, map (+ 1) y", "x, x"), bound, r.step(), r.of("b[0]", "i32.sum b", "a[n - 1] + b[0]"))
}

// Points that groups take through steps have the values that they have one after the other, without a
// race, and fail where they do.
func TestStepsKeepTheirMeaning(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Passes.Parse(gpu.Pipeline, pass.Soac)
	if err != nil {
		t.Fatal(err)
	}
	grouped, count := 0, programs(t)
	for seed := range count {
		r := steps{rand.New(rand.NewPCG(uint64(seed), 18))}
		text := r.program()
		program, err := fut.Compile(t.Context(), "steps.fut", []byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		u := &pass.Unit{IR: program.Clone(), Target: target.GPU()}
		if _, err := (&pass.Manager{Check: (*pass.Unit).CheckStrictly}).Run(t.Context(), p, u); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		for _, m := range u.Remarks {
			if m.Pass == "cooperate" && strings.Contains(m.Text, "a point each") {
				grouped++
				break
			}
		}
		for range 3 {
			points, n, m := r.IntN(4), 1+r.IntN(40), r.IntN(6)
			args := []value.Value{r.rows(points, n), r.rows(points, n), value.Scalar(scalar.Int(scalar.I64, int64(m)))}
			want, wrong := interp.Value(t.Context(), program, "main", args, interp.Options{MaxSteps: 1 << 24})
			got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{MaxSteps: 1 << 26})
			if failed(wrong) != failed(err) || wrong == nil && err != nil {
				t.Fatalf("seed %d: %v, and after the passes %v, for %v in\n%s", seed, wrong, err, args, text)
			}
			for i := range want {
				if err == nil && !value.Equal(got[i], want[i]) {
					t.Fatalf("seed %d: %v, and after the passes %v, for %v in\n%s", seed, want[i], got[i], args, text)
				}
			}
		}
	}
	t.Logf("of %d programs, groups run %d", count, grouped)
	if grouped*5 < count {
		t.Errorf("groups run %d of %d programs only", grouped, count)
	}
}

// failed is the message of a program's failure, empty where there is none.
func failed(err error) string {
	var f *fault.Failure
	if errors.As(err, &f) {
		return f.Error()
	}
	return ""
}

func (r steps) rows(points, n int) value.Value {
	all := make([]int32, points*n)
	for i := range all {
		all[i] = int32(r.IntN(20))
	}
	return value.FromSlice(all, int64(points), int64(n))
}
