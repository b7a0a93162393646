package narrow_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// random writes expressions of i64s over variables in scope. d is always positive.
type random struct {
	*rapid.T
	scope []string
}

func (r *random) expr(depth int) string {
	if depth == 0 || rapid.IntRange(0, 3).Draw(r.T, "leaf") == 0 {
		if rapid.IntRange(0, 2).Draw(r.T, "constant") == 0 {
			return fmt.Sprint(rapid.SampledFrom([]int64{0, 1, -1, 2, -3, 7, 255, 65536, math.MaxInt32}).Draw(r.T, "number"))
		}
		return rapid.SampledFrom(r.scope).Draw(r.T, "variable")
	}
	x, y := r.expr(depth-1), r.expr(depth-1)
	switch op := rapid.SampledFrom([]string{"+", "-", "*", "+", "-", "*", "min", "max", "and", "or", "xor", "shr", "select", "div", "mod", "quot", "rem"}).Draw(r.T, "operator"); op {
	case "+", "-", "*":
		return fmt.Sprintf("(%s %s %s)", x, op, y)
	case "shr":
		return fmt.Sprintf("shr.i64(%s, %d)", x, rapid.SampledFrom([]int{0, 1, 8, 31, 32, 40}).Draw(r.T, "bits"))
	case "select":
		return fmt.Sprintf("select.i64(lt.i64(%s, %s), %s, %s)", x, y, x, r.expr(depth-1))
	case "div", "mod", "quot", "rem":
		return fmt.Sprintf("%s.i64(%s, %s)", op, x, rapid.SampledFrom([]string{"d", "max.i64(1, a)", "5", "n"}).Draw(r.T, "divisor"))
	default:
		return fmt.Sprintf("%s.i64(%s, %s)", op, x, y)
	}
}

// kernel writes the body of a kernel that stores what it computes at its index.
func (r *random) kernel() string {
	var b strings.Builder
	for k := range rapid.IntRange(1, 3).Draw(r.T, "declarations") {
		v := fmt.Sprintf("v%d", k)
		fmt.Fprintf(&b, "    var %s: i64 = %s\n", v, r.expr(3))
		r.scope = append(r.scope, v)
	}
	fmt.Fprintf(&b, "    var s: i64 = 0\n    for j: i64 < min.i64(3, %s) {\n", r.expr(2))
	outside := r.scope
	r.scope = append(r.scope, "j")
	fmt.Fprintf(&b, "      s <- s + %s\n    }\n", r.expr(2))
	r.scope = outside
	fmt.Fprintf(&b, "    if lt.i64(%s, %s) {\n      s <- s + convert.f64.i64(convert.i64.f64(%s))\n    }\n", r.expr(2), r.expr(2), r.expr(2))
	fmt.Fprintf(&b, "    out.i64[i] <- s + %s\n", r.expr(3))
	return b.String()
}

// argument draws numbers of all sizes, often near the limits of i32s.
func argument(t *rapid.T) int64 {
	x := rapid.Int64().Draw(t, "argument") >> rapid.SampledFrom([]int{0, 20, 31, 32, 33, 34, 40, 47, 48, 49, 56, 60}).Draw(t, "bits")
	if rapid.IntRange(0, 3).Draw(t, "near a limit") == 0 {
		limit := rapid.SampledFrom([]int64{math.MaxInt32, math.MinInt32, 1 << 16, 1 << 15, 46341, 0}).Draw(t, "limit")
		return limit + rapid.Int64Range(-3, 3).Draw(t, "off")
	}
	return x
}

// TestRandomKernels runs random kernels before and after the pass on arguments of all sizes:
// they give the same, and wherever the narrow form is chosen the interpreter finds nothing
// that overflows in it. Both forms are run often.
func TestRandomKernels(t *testing.T) {
	forms := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		r := &random{T: t, scope: []string{"i", "a", "b", "d", "n", "i", "a", "b"}}
		text := fmt.Sprintf(`lamina imp
fun main(n: i64, a: i64, b: i64, d: i64, xs: mem) -> (out: mem, form: i64)
  entry (a: "i64" = i64 in a, b: "i64" = i64 in b, d: "i64" = i64 in d, xs: "[]i64" = [n]i64 in xs) -> ("[]i64" = [n]i64 in out, "i64" = i64 in form) {
  out <- alloc(8 * n)
  parallel "random" (i < n) {
%s  }
}
`, r.kernel())
		before, u := parse(t, text), &pass.Unit{Imp: parse(t, text), Target: target.GPU()}
		if err := passtest.Apply(u, "narrow"); err != nil {
			t.Fatal(err)
		}
		if err := check.Imp(u.Imp); err != nil {
			t.Fatalf("%v\n%s", err, u.Imp)
		}
		note(u.Imp.Funs[0])
		xs := value.FromSlice(make([]int64, 3), 3)
		for range 6 {
			args := []value.Value{number(argument(t)), number(argument(t)), number(max(1, argument(t))), xs}
			want, _, err := interp.Imp(t.Context(), before, "main", args, interp.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, before)
			}
			got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{})
			if err != nil {
				t.Fatalf("%v\nwith %v\n%s", err, args[:3], u.Imp)
			}
			if !cmp.Equal(want[0].String(), got[0].String()) {
				t.Fatalf("with %v %v, not %v:\n%s", args[:3], got[0], want[0], u.Imp)
			}
			forms[got[1].Scalar().Int() == 1]++
		}
	})
	t.Logf("the narrow form ran %d times, the wide one %d times", forms[true], forms[false])
	if least := (forms[true] + forms[false]) / 12; forms[true] < least || forms[false] < least {
		t.Errorf("the narrow form ran %d times, the wide one %d times: each should at least %d times", forms[true], forms[false], least)
	}
}

func parse(t *rapid.T, text string) *imp.Program {
	p, err := imp.Parse("random.lir", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

func number(x int64) value.Value { return value.Scalar(scalar.Int(scalar.I64, x)) }

// note has a function assign 1 to its last result where it chooses a narrow form.
func note(f *imp.Fun) {
	set := &imp.Assign{Name: f.Results[len(f.Results)-1].Name, X: imp.Int(1)}
	for i, s := range f.Body {
		switch s := s.(type) {
		case *imp.If:
			if k, ok := s.Then[len(s.Then)-1].(*imp.Parallel); ok && k.Narrow {
				s.Then = append([]imp.Stm{set}, s.Then...)
			}
		case *imp.Parallel:
			if s.Narrow { // without a choice
				f.Body[i] = &imp.If{Cond: &imp.Const{Value: scalar.FromBool(true)}, Then: []imp.Stm{set, s}}
			}
		}
	}
}
