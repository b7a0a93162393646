package cooperate_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// room is the number of elements of the arrays; indices lie around the middle.
const room = 2000

// random writes loops that load and store elements at indices which are random sums of
// the loops' indices, times numbers and the host's variables s and t.
type random struct {
	*rapid.T
	names int
}

func (r *random) fresh(base string) string {
	r.names++
	return fmt.Sprintf("%s_%d", base, r.names)
}

func (r *random) index(loops []string) string {
	terms := []string{fmt.Sprint(room/2 + rapid.IntRange(-3, 3).Draw(r.T, "base"))}
	for _, l := range append([]string{"s", "t"}, loops...) {
		switch rapid.IntRange(0, 5).Draw(r.T, "factor") {
		case 0, 1:
		case 2:
			terms = append(terms, fmt.Sprintf("%s * s", l))
		case 3:
			terms = append(terms, fmt.Sprintf("%s * t", l))
		default:
			terms = append(terms, fmt.Sprintf("%s * %d", l, rapid.IntRange(-3, 12).Draw(r.T, "times")))
		}
	}
	return strings.Join(terms, " + ")
}

func (r *random) body(depth int, loops []string) string {
	var b strings.Builder
	for range rapid.IntRange(1, 2).Draw(r.T, "statements") {
		if depth > 0 && rapid.IntRange(0, 3).Draw(r.T, "kind") > 0 {
			i := r.fresh("i")
			bound := rapid.SampledFrom(append([]string{"n", "n", "m", "9"}, loops...)).Draw(r.T, "bound")
			fmt.Fprintf(&b, "for %s: i64 < %s {\n%s}\n", i, bound, r.body(depth-1, append(loops[:len(loops):len(loops)], i)))
			continue
		}
		from := rapid.SampledFrom([]string{"xs", "xs", "ys"}).Draw(r.T, "from")
		x := r.fresh("x")
		fmt.Fprintf(&b, "var %s: i64 = %s.i64[%s]\nxs.i64[%s] <- %s + 1\n", x, from, r.index(loops), r.index(loops), x)
	}
	return b.String()
}

// untilEnough checks random programs, and more of them while what is of interest has not come by,
// as it may not among few.
func untilEnough(t *testing.T, enough func() bool, prop func(*rapid.T)) {
	for rounds := 0; rounds == 0 || rounds < 50 && !enough() && !t.Failed(); rounds++ {
		rapid.Check(t, prop)
	}
}

// TestRandomLoops runs random kernels of one thread before and after the pass: they give
// the same, and the interpreter finds no race and no thread that misses a barrier.
func TestRandomLoops(t *testing.T) {
	shared, ran := 0, 0
	enough := func() bool { return shared > 0 && ran > 0 }
	untilEnough(t, enough, func(t *rapid.T) {
		r := &random{T: t, names: 10}
		text := fmt.Sprintf(`lamina imp
fun main(n: i64, m: i64, s: i64, t: i64, xs: mem, ys: mem) -> (r: mem)
  entry (n: "i64" = i64 in n, m: "i64" = i64 in m, s: "i64" = i64 in s, t: "i64" = i64 in t, xs: *"[%[1]d]i64" = [%[1]d]i64 in xs, ys: "[%[1]d]i64" = [%[1]d]i64 in ys) -> ("[%[1]d]i64" = [%[1]d]i64 in r) {
  parallel "alone" (p_1 < 1) {
%[2]s  }
  r <- hold(xs)
}
`, room, r.body(3, nil))
		before, err := imp.Parse("random.lir", text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		after, err := imp.Parse("random.lir", text)
		if err != nil {
			t.Fatal(err)
		}
		u := &pass.Unit{Imp: after, Target: target.GPU()}
		if err := passtest.Apply(u, "cooperate"); err != nil {
			t.Fatal(err)
		}
		if u.RewritesMade() == 0 {
			return
		}
		shared++
		xs, ys := make([]int64, room), make([]int64, room)
		for i := range xs {
			xs[i], ys[i] = int64(i), int64(-i)
		}
		for range 4 {
			var args []value.Value
			for _, most := range []int{12, 12, 14, 14} {
				args = append(args, value.Scalar(scalar.Int(scalar.I64, rapid.Int64Range(0, int64(most)).Draw(t, "argument"))))
			}
			args = append(args, value.FromSlice(xs, room), value.FromSlice(ys, room))
			want, _, err := interp.Imp(context.Background(), before, "main", args, interp.Options{MaxSteps: 1 << 24})
			if err != nil {
				continue // out of bounds
			}
			ran++
			got, _, err := interp.Imp(context.Background(), u.Imp, "main", args, interp.Options{MaxSteps: 1 << 26})
			if err != nil {
				t.Fatalf("%v\nwith %v\n%s", err, args[:4], u.Imp)
			}
			if !cmp.Equal(want[0].String(), got[0].String()) {
				t.Fatalf("with %v another result:\n%s", args[:4], u.Imp)
			}
		}
	})
	if !enough() {
		t.Errorf("of the loops, %d were shared out, and they ran %d times", shared, ran)
	}
	t.Logf("%d programs with loops that are shared out ran %d times", shared, ran)
}
