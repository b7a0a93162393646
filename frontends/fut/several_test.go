package fut_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// messages are the errors of a program.
func messages(t *testing.T, text string) []*source.Error {
	t.Helper()
	_, err := fut.Compile(t.Context(), "p.fut", []byte(text))
	var es source.Errors
	if errors.As(err, &es) {
		return es
	}
	var e *source.Error
	if errors.As(err, &e) {
		return []*source.Error{e}
	}
	if err != nil {
		t.Fatalf("error %v of type %T", err, err)
	}
	return nil
}

// Each mistake stands alone in a line that ends with -- !, and no other line has an error.
func TestEachMistakeIsReportedOnce(t *testing.T) {
	for name, text := range map[string]string{
		"syntax": `
def f (x: i32) = x
def g (y: i32) =
  let a = (y *
  in let b = 1 -- !
  let c = 'ab' in -- !
  let d = 0x -- !
  in a + b
entry main (x: i32) = if x then 1
def h = -- !
  let y = ] in y -- !
type t = # -- !
def k = let x = 1 in x
module m = { def x = ] -- !
  def y = 2 def z = ) } -- !
def l = let y = 3 let z = } in y + z -- !
`,
		"types": `
type t = [n]i32 -- !
def f (x: i32): i32 = x + true -- !
def g (y: i32) =
  let a = y + 1.5 -- !
  let b = foo y -- !
  let (c, d) = y -- !
  in a + b + c + d + foo c + f 2i64 -- !
def k (u: t) = u
def w (xs: *[]i32) = let ys = xs with [0] = 1 in (xs, ys) -- !
def use = g 3 + f 4 + h -- !
entry main (x: i32) = if x then 2 else g x -- !
def h = 5
def p r = r.a -- !
def q = let f (x: i32) = x && true in f 1 -- !
def r (x: u) (y: u) = y -- !
def s = map (\x -> x + baz) [1, 2] -- !
def v: *[2]i32 = [1, 2] -- !
def h = 6 -- !
`,
		"of an entry point by another definition": `
def average (xs: []f64) = f64.sum xs / length xs -- !
entry main (xs: []f64) = average xs
entry other 'a (xs: []f64) : f64 = f64.sum xs
`,
	} {
		t.Run(name, func(t *testing.T) {
			got := map[int]int{}
			for _, e := range messages(t, text) {
				got[e.Pos.Line]++
				if e.Stack != "" {
					t.Errorf("internal error: %v", e)
				}
			}
			for i, line := range strings.Split(text, "\n") {
				want := 0
				if strings.HasSuffix(line, "-- !") {
					want = 1
				}
				if got[i+1] != want {
					t.Errorf("%d errors, want %d, in line %d: %s", got[i+1], want, i+1, line)
				}
			}
		})
	}
}

// As many mistakes as there are definitions take time in proportion, and long chains fit the stack.
func TestManyMistakes(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "def f%d (x: i32) = x + true\n", i)
	}
	if n := len(messages(t, b.String())); n != 500 {
		t.Errorf("%d errors, want 500", n)
	}
	lets := strings.Repeat("let y = x + 1 ", 5_000)
	if n := len(messages(t, "def f (x: i32) = "+lets+"in y + true")); n != 1 {
		t.Errorf("%d errors behind many lets, want 1", n)
	}
	if n := len(messages(t, strings.Repeat("def f = )\n", 300)+strings.Repeat("def g = let x = ( in x\n", 300))); n != 600 {
		t.Errorf("%d syntax errors, want 600", n)
	}
}

// Collecting goes on in what is broken: whatever is cut out of a program, there is an error or there
// is none, and none is the compiler's own.
func TestErrorsOfDamagedPrograms(t *testing.T) {
	programs := readPrograms(t)
	for i, text := range programs {
		words := strings.Fields(text)
		if len(words) < 10 {
			continue
		}
		for _, k := range []int{len(words) / 3, len(words) / 2, len(words) * 3 / 4} {
			damaged := strings.Replace(text, " "+words[k]+" ", " ", 1)
			if k%2 == 0 {
				damaged = strings.Replace(text, " "+words[k]+" ", " true ", 3)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			_, err := fut.Compile(ctx, "p.fut", []byte(damaged))
			cancel()
			var es source.Errors
			var e *source.Error
			switch {
			case errors.As(err, &es):
			case errors.As(err, &e):
				es = source.Errors{e}
			case err != nil:
				t.Errorf("program %d: error %v", i, err)
			}
			for j, e := range es {
				if e.Stack != "" {
					t.Errorf("program %d, word %d: internal error %v", i, k, e)
				}
				if j > 0 && e.Pos.Line < es[j-1].Pos.Line {
					t.Errorf("program %d: errors out of order", i)
				}
			}
		}
	}
}

// readPrograms are the examples.
func readPrograms(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"../../examples/*.fut", "testdata/features.fut", "../../conformance/programs/*.fut"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(text))
		}
	}
	if len(out) == 0 {
		t.Fatal("no programs")
	}
	return out
}
