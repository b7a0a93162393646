package reroll_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// random writes the body of a kernel: repetitions of two functions of random variables, with
// declarations, other branches, assignments and stores between them.
type random struct {
	*rapid.T
	text  strings.Builder
	scope []string
	names int
}

func (r *random) line(format string, args ...any) { fmt.Fprintf(&r.text, "    "+format+"\n", args...) }

func (r *random) fresh() string {
	r.names++
	return fmt.Sprintf("v%d", r.names)
}

func (r *random) variable() string { return rapid.SampledFrom(r.scope).Draw(r.T, "variable") }

// variant draws a number below n, most often 0, so that most repetitions are alike.
func (r *random) variant(n int) int {
	if rapid.IntRange(0, 3).Draw(r.T, "usual") > 0 {
		return 0
	}
	return rapid.IntRange(0, n-1).Draw(r.T, "variant")
}

// repetition computes a function of one or two variables.
func (r *random) repetition() {
	x, y := r.variable(), "a"
	if r.variant(2) == 1 {
		y = r.variable()
	}
	half, cond, out, inner := r.fresh(), r.fresh(), r.fresh(), r.fresh()
	if r.variant(2) == 0 {
		r.line("var %s: i64 = 3 * %s + %s", half, x, y)
		r.line("var %s: bool = lt.i64(%s, 5)", cond, half)
	} else {
		r.line("var %s: bool = lt.i64(%s, 5)", cond, x)
		half = x
	}
	r.line("var %s: i64 = %d", out, r.variant(3))
	if r.variant(3) == 1 { // of use elsewhere
		r.scope = append(r.scope, half)
	}
	if r.variant(4) == 1 {
		r.line("acc <- acc + %s", half)
	}
	r.line("if %s {", cond)
	r.line("  var %s: i64 = %s + %d", inner, half, r.variant(3))
	r.line("  %s <- %s * 7", out, inner)
	r.line("} else {")
	r.line("  %s <- min.i64(%s, %s)", out, half, y)
	r.line("}")
	r.scope = append(r.scope, out)
}

func (r *random) between() {
	v := r.fresh()
	switch rapid.IntRange(0, 11).Draw(r.T, "between") {
	case 0:
		r.line("acc <- acc + %s", r.variable())
		return
	case 1:
		r.line("out.i64[i] <- %s", r.variable())
		return
	case 2:
		r.line("var %s: i64 = out.i64[i]", v)
	case 3:
		r.line("var %s: i64 = 0", v)
		r.line("if lt.i64(%s, 2) {", r.variable())
		r.line("  %s <- %s", v, r.variable())
		r.line("}")
	default:
		r.line("var %s: i64 = %s + %s", v, r.variable(), r.variable())
	}
	r.scope = append(r.scope, v)
}

// TestRandomKernels runs random kernels before and after the pass: they give the same. Many have a
// loop afterwards.
func TestRandomKernels(t *testing.T) {
	loops, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := &random{T: t, scope: []string{"i", "a", "b", "acc"}}
		for range rapid.IntRange(2, 6).Draw(t, "repetitions") {
			r.repetition()
			for range rapid.IntRange(0, 2).Draw(t, "statements") {
				r.between()
			}
		}
		for _, v := range r.scope {
			r.line("acc <- 3 * acc + %s", v)
		}
		source := fmt.Sprintf(`lamina imp
fun main(n: i64, a: i64, b: i64) -> (out: mem)
  entry (n: "i64" = i64 in n, a: "i64" = i64 in a, b: "i64" = i64 in b) -> ("[]i64" = [n]i64 in out) {
  out <- alloc(8 * n)
  parallel "random" (i < n) {
    var acc: i64 = 0
    out.i64[i] <- 0
%s    out.i64[i] <- acc + 5 * out.i64[i]
  }
}
`, r.text.String())
		before, u := parse(t, source), &pass.Unit{Imp: parse(t, source), Target: target.GPU()}
		if err := passtest.Apply(u, "reroll{least=2,saves=1}"); err != nil {
			t.Fatal(err)
		}
		if err := check.Imp(u.Imp); err != nil {
			t.Fatalf("%v\n%s", err, u.Imp)
		}
		args, err := value.Parse("7i64 3i64 -2i64")
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := interp.Imp(t.Context(), before, "main", args, interp.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, before)
		}
		got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, u.Imp)
		}
		if !cmp.Equal(want[0].String(), got[0].String()) {
			t.Fatalf("%v, not %v:\n%s\nbecomes\n%s", got[0], want[0], before, u.Imp)
		}
		all++
		if strings.Contains(u.Imp.String(), "for k") {
			loops++
		}
	})
	t.Logf("%d of %d kernels got loops", loops, all)
	if loops < all/8 {
		t.Errorf("only %d of %d kernels got loops", loops, all)
	}
}

func parse(t *rapid.T, text string) *imp.Program {
	p, err := imp.Parse("random.lir", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}
