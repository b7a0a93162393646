package assertdefined_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/assertdefined"
)

// hostile are programs of which the arguments a to f decide whether they are valid.
var hostile = map[string]string{
	"index":      `let (r: i64) = index(xs, [a])`,
	"index2":     `let (r: i64) = index(xss, [a, b])`,
	"slice":      `let (ys: [b]i64) = slice(xs, [a :+ b])` + "\n" + sum("b"),
	"slice.by":   `let (ys: [b]i64) = slice(xs, [a :+ b by c])` + "\n" + sum("b"),
	"slice.row":  `let (ys: [c]i64) = slice(xss, [a, b :+ c by d])` + "\n" + sum("c"),
	"update":     `let (vs: [b]i64) = slice(xs, [0i64 :+ b])` + "\n" + `let (cs: [n]i64) = copy(xs)` + "\n" + `let (ys: [n]i64) = update(cs, [a :+ b by c], vs)` + "\n" + sum("n"),
	"update.one": `let (cs: [n]i64) = copy(xs)` + "\n" + `let (ys: [n]i64) = update(cs, [a], b)` + "\n" + sum("n"),
	"flat":       `let (yss: [b][d]i64) = flatslice(xs, a, {(b : c), (d : e)})` + "\n" + `let (r: i64) = index(yss, [f, f])`,
	"flat1":      `let (ys: [b]i64) = flatslice(xs, a, {(b : c)})` + "\n" + sum("b"),
	"concat":     `let (zs: [b]i64) = slice(xs, [0i64 :+ b])` + "\n" + `let (ys: [a]i64) = concat(dim = 0, a, [xs, zs])` + "\n" + sum("a"),
	"rotate":     `let (ys: [n]i64) = rotate(dim = 0, a, xs)` + "\n" + sum("n"),
	"reshape":    `let (yss: [a][b]i64) = reshape([a, b], xs)` + "\n" + `let (r: i64) = index(yss, [c, d])`,
	"reshape3":   `let (yss: [a][b][c]i64) = reshape([a, b, c], xss)` + "\n" + `let (r: i64) = index(yss, [0i64, 0i64, d])`,
	"div":        `let (r: i64) = div.i64(a, b)`,
	"loop": `let (r: i64) = loop(i < n, s: i64 = 0i64) do {
    let (j: i64) = mul.i64(i, a)
    let (x: i64) = index(xs, [j])
    let (t: i64) = add.i64(s, x)
    in (t)
  }`,
}

// sum folds ys, of n elements, into r.
func sum(n string) string {
	return fmt.Sprintf(`  let (r: i64) = loop(i < %s, s: i64 = 0i64) do {
    let (x: i64) = index(ys, [i])
    let (t: i64) = add.i64(s, x)
    in (t)
  }`, n)
}

func program(t *testing.T, body string) *ir.Program {
	t.Helper()
	p, err := ir.ParseSource("hostile.lir", `lamina soac
entry fun main(n: i64, m: i64, k: i64, xs: [n]i64, xss: [m][k]i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64) -> (out: i64) {
  `+body+`
  in (r)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Program(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// drawn are arguments: small ones, some that wrap when they are multiplied, and the extremes.
func drawn(r *rand.Rand) int64 {
	wild := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 62, -1 << 32, 1 << 31, 1 << 32, 1 << 61, 1 << 62, math.MaxInt64 - 1, math.MaxInt64}
	if r.IntN(5) == 0 {
		return wild[r.IntN(len(wild))]
	}
	return r.Int64N(8) - 1
}

// TestVerdicts compares the interpreter's verdict on programs whose operands lie with that of
// their assertions: what the interpreter calls invalid is a run-time error, and what it accepts
// has the same results.
func TestVerdicts(t *testing.T) {
	ctx := context.Background()
	for op, body := range hostile {
		t.Run(op, func(t *testing.T) {
			plain, guarded := program(t, body), program(t, body)
			u := &pass.Unit{IR: guarded}
			p, err := pass.Build(pass.Soac, pass.Step{Pass: assertdefined.Pass, Options: assertdefined.Pass.Defaults()})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (&pass.Manager{Check: (*pass.Unit).CheckStrictly}).Run(ctx, p, u); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(16, 2))
			invalid, valid, large := 0, 0, 0
			for range 3000 {
				args := []value.Value{value.FromSlice([]int64{2, 3, 5, 7, 11, 13}, 6), value.FromSlice([]int64{1, 2, 4, 8, 16, 32}, 2, 3)}
				for range 6 {
					args = append(args, value.Scalar(scalar.Int(scalar.I64, drawn(r))))
				}
				opts := interp.Options{MaxSteps: 10000}
				want, wantErr := interp.Value(ctx, plain, "main", args, opts)
				got, gotErr := interp.Value(ctx, u.IR, "main", args, opts)
				var wrong *fault.Invalid
				var failed *fault.Failure
				switch {
				case errors.As(wantErr, &wrong):
					invalid++
					if !errors.As(gotErr, &failed) || !strings.Contains(failed.Error(), "hostile.lir:") {
						t.Fatalf("%v: the interpreter says %v, the assertions %v", args[2:], wantErr, gotErr)
					}
				case wantErr == nil:
					valid++
					if gotErr != nil || !slices.EqualFunc(got, want, func(x, y value.Value) bool { return x.String() == y.String() }) {
						t.Fatalf("%v: the results are %v, with assertions %v, %v", args[2:], want, got, gotErr)
					}
				default: // too large to run
					large++
				}
			}
			if large > 600 || invalid == 0 || valid == 0 {
				t.Errorf("%d programs were invalid, %d valid, and %d too large to run", invalid, valid, large)
			}
		})
	}
}
