package lower_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/lower"
)

func build(t *testing.T, params, body string) *ir.Program {
	t.Helper()
	p, err := lower.Build(t.Context(), func(p *lower.Program) { compileToy(p, params, body) })
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Program(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	return p
}

func values(t *testing.T, text string) []value.Value {
	t.Helper()
	vs, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return vs
}

// A front end that has nothing of Futhark's builds programs with records, checked indexing, and
// functions as values. The results were computed by hand.
func TestToyPrograms(t *testing.T) {
	for _, test := range []struct{ name, params, body, in, want string }{
		{"indexing", "xs i", "(+ (at xs i) 1)", "[10i64, 20i64] 1i64", "21i64"},
		{"slice", "xs i j", "(slice xs i j)", "[1i64, 2i64, 3i64, 4i64] 1i64 3i64", "[2i64, 3i64]"},
		{"record", "i j", "(let r (rec a i b (rec c j)) (get (get (set r b (rec c (+ j j))) b) c))", "1i64 4i64", "8i64"},
		{"array of records", "xs ys",
			"(let ps (map (fn (x y) (rec sum (+ x y) product (* x y))) xs ys) (get (at ps 1) product))",
			"[1i64, 2i64] [3i64, 4i64]", "8i64"},
		{"function as value", "xs k",
			"(let twice (fn (f x) (f (f x))) (map (twice (fn (x) (+ x k))) xs))",
			"[1i64, 2i64] 5i64", "[11i64, 12i64]"},
		{"partial application", "xs k",
			"(let add (fn (x y z) (+ x (+ y z))) (let f (add k) (map (f 100) xs)))",
			"[1i64, 2i64] 5i64", "[106i64, 107i64]"},
		{"rows", "mss", "(map (fn (rows) (reduce (fn (x y) (+ x y)) 0 rows)) mss)",
			"[[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]]", "[3i64, 7i64, 11i64]"},
		{"record in a loop", "n", "(get (repeat n (rec a 0 b 1) (fn (r i) (rec a (get r b) b (+ (get r a) (get r b))))) a)",
			"10i64", "55i64"},
		{"array that shrinks in a loop", "xs n", "(repeat n xs (fn (xs i) (slice xs 1 (at (iota 100) 3))))",
			"[1i64, 2i64, 3i64] 1i64", "[2i64, 3i64]"},
		{"update leaves what is used again", "xs", "(let ys (put xs 0 7) (+ (at xs 0) (at ys 0)))",
			"[1i64, 2i64]", "8i64"},
		{"scan in a branch", "xs n", "(if (< n 3) (scan (fn (x y) (max x y)) 0 xs) (map (fn (x) (/ x n)) xs))",
			"[3i64, 1i64, 9i64] 3i64", "[1i64, 0i64, 3i64]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := build(t, test.params, test.body)
			got, err := interp.Value(t.Context(), p, "main", values(t, test.in), interp.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, p)
			}
			want := values(t, test.want)[0]
			if g := got[len(got)-1]; !value.Equal(g, want) {
				t.Errorf("got %v, want %v\n%s", g, want, p)
			}
		})
	}
}

// What may fail is checked, and says where.
func TestToyFailures(t *testing.T) {
	for _, test := range []struct{ params, body, in, pos, want string }{
		{"xs i", "(+ 1\n   (at xs i))", "[10i64, 20i64] 2i64", "toy:2:4", "Index [2] out of bounds for array of shape [2]."},
		{"xs i", "(slice xs i 5)", "[10i64, 20i64] 1i64", "toy:1:1", "Index [1:5] out of bounds for array of shape [2]."},
		{"x y", "(+ 1 (/ x y))", "1i64 0i64", "toy:1:6", "division by zero"},
		{"xs ys", "(map (fn (x y) (+ x y)) xs ys)", "[1i64, 2i64] [3i64]", "toy:1:1", "Shape [1] where shape [2] is needed."},
		{"n", "(iota n)", "-1i64", "toy:1:1", "Range 0..1..<-1 is invalid."},
		{"n", "(check (< n 3) n small)", "3i64", "toy:1:1", "small"},
		{"xs", "(map (fn (x) (at xs x)) xs)", "[1i64, 2i64]", "toy:1:14", "Index [2] out of bounds for array of shape [2]."},
	} {
		p := build(t, test.params, test.body)
		_, err := interp.Value(t.Context(), p, "main", values(t, test.in), interp.Options{})
		var f *fault.Failure
		if !errors.As(err, &f) {
			t.Errorf("%s: error %v, want a failure", test.body, err)
			continue
		}
		if text := f.Error(); !strings.Contains(text, test.want) || !strings.Contains(text, test.pos) {
			t.Errorf("%s: got %q, want %q at %s", test.body, text, test.want, test.pos)
		}
	}
}

// A function that is applied to values of one shape is lowered once.
func TestFunctionsAreShared(t *testing.T) {
	p := build(t, "xs ys", "(let f (fn (zs) (reduce (fn (x y) (+ x y)) 0 zs)) (* (f xs) (f (map (fn (y) (+ y 1)) ys))))")
	funs := 0
	for _, f := range p.Funs {
		if f.Entry == nil && strings.Contains(f.String(), "reduce") {
			funs++
		}
	}
	if funs != 1 || calls(p) < 2 {
		t.Errorf("%d functions that reduce and %d calls, want one function called twice:\n%s", funs, calls(p), p)
	}
}

// What is known of indices spares checks.
func TestKnownIndicesAreNotChecked(t *testing.T) {
	p := build(t, "xs", "(+ (at (iota 10) 3) (at xs 0))")
	if text := p.String(); strings.Count(text, "assert") != 1 {
		t.Errorf("want the check of xs alone:\n%s", text)
	}
}

// Errors, panics and a context that is done end Build, with the position at hand.
func TestBuildFails(t *testing.T) {
	_, err := lower.Build(t.Context(), func(p *lower.Program) { compileToy(p, "n", "(+ n\n m)") })
	var e *source.Error
	if !errors.As(err, &e) || e.Pos.Line != 2 || !strings.Contains(e.Msg, `unknown name "m"`) {
		t.Errorf("unknown name: error %v", err)
	}
	_, err = lower.Build(t.Context(), func(p *lower.Program) { compileToy(p, "n", "(+ 1\n (at n 0))") })
	if !errors.As(err, &e) || e.Pos.Line != 2 || e.Stack == "" {
		t.Errorf("a number indexed: error %v, want an internal error on line 2", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = lower.Build(ctx, func(p *lower.Program) { compileToy(p, "n", "((fn (x) x) n)") })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("context done: error %v", err)
	}
}
