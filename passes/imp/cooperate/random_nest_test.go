package cooperate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/passtest"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// nestIndex is a place near iteration (i, j) of a nest, in rows that lie apart by width.
func (r *random) nestIndex(width string, exact bool) string {
	shift := func(index string) string {
		if exact {
			return index
		}
		back := rapid.SampledFrom([]int{0, 1, 1, 1, 2, -1}).Draw(r.T, "back")
		return fmt.Sprintf("(%s - %d)", index, back)
	}
	kinds := 12
	if exact {
		kinds = 9
	}
	switch rapid.IntRange(0, kinds).Draw(r.T, "place") {
	case 8:
		return fmt.Sprintf("p_1 * 600 + 50 + %s + %s * %s", shift("i_2"), shift("j_3"), width)
	case 9:
		return fmt.Sprintf("p_1 * 600 + 50 + %s * %s", shift("j_3"), width)
	case 10:
		return fmt.Sprintf("p_1 * 600 + 50 + %s", shift("j_3"))
	case 11:
		return fmt.Sprintf("p_1 * 600 + 40 + %s * 2", shift("i_2"))
	}
	return fmt.Sprintf("p_1 * 600 + 50 + %s * %s + %s", shift("i_2"), width, shift("j_3"))
}

// usual is a load of what an iteration before has stored, or of another array.
func (r *random) usual() string {
	return rapid.SampledFrom([]string{
		"if first_4 {\nv_6 <- v_6 + ys.i64[p_1 * 600 + j_3]\n} else {\nv_6 <- v_6 * 3 + xs.i64[p_1 * 600 + 50 + (i_2 - 1) * m + j_3]\n}\n",
		"if ne.i64(j_3, 0) {\nv_6 <- v_6 * 5 + xs.i64[p_1 * 600 + 50 + i_2 * m + (j_3 - 1)]\n}\n",
		"if or.bool(first_4, eq.i64(j_3, 0)) {\nv_6 <- v_6 + 1\n} else {\nv_6 <- v_6 * 7 + xs.i64[p_1 * 600 + 50 + (i_2 - 1) * m + (j_3 - 1)]\n}\n",
		"v_6 <- v_6 + ys.i64[p_1 * 600 + i_2 * 20 + j_3]\n",
		"v_6 <- v_6 + ys.i64[p_1 * 600 + j_3 * 20 + i_2]\n",
		"v_6 <- v_6 + ys.i64[p_1 * 600 + i_2 + 3]\n",
	}).Draw(r.T, "usual")
}

// guarded is a load of an array into v, in a branch of conditions on the nest's indices.
func (r *random) guarded(v, array, width string) string {
	load := fmt.Sprintf("%s <- %s + %s.i64[%s]\n", v, v, array, r.nestIndex(width, false))
	for range rapid.IntRange(0, 2).Draw(r.T, "conditions") {
		cond := rapid.SampledFrom([]string{
			"first_4", "eq.i64(j_3, 0)", "ne.i64(i_2, 0)", "ne.i64(0, j_3)", "or.bool(first_4, eq.i64(j_3, 0))",
			"and.bool(first_4, ne.i64(j_3, 0))", "not.bool(first_4)", "eq.i64(i_2, 1)", "lt.i64(i_2, j_3)",
		}).Draw(r.T, "condition")
		if rapid.Bool().Draw(r.T, "then") {
			load = fmt.Sprintf("if %s {\n%s}\n", cond, load)
		} else {
			load = fmt.Sprintf("if %s {\n%s <- %s * 3\n} else {\n%s}\n", cond, v, v, load)
		}
	}
	return load
}

// nest is two loops, perhaps with others before and within them.
func (r *random) nest() string {
	width := rapid.SampledFrom([]string{"m", "m", "m", "n", "s", "20", "m + 1"}).Draw(r.T, "width")
	rows := rapid.SampledFrom([]string{"n", "n", "m", "n - 1", "9"}).Draw(r.T, "rows")
	columns := rapid.SampledFrom([]string{"m", "m", "m", "n", "m - 1"}).Draw(r.T, "columns")
	usual := rapid.IntRange(0, 2).Draw(r.T, "kind") > 0
	if usual {
		width, rows, columns = "m", "n", "m"
	}
	to := r.nestIndex(width, true)
	var b strings.Builder
	if rapid.IntRange(0, 5).Draw(r.T, "copy") == 0 {
		fmt.Fprintf(&b, "copy.i64([%s, %s], xs from p_1 * 600 + 50 by [%s, 1], ys from p_1 * 600 by [1, 20])\n", rows, columns, width)
	}
	if rapid.Bool().Draw(r.T, "fill") {
		fill := fmt.Sprintf("for i_2: i64 < %s {\nfor j_3: i64 < %s {\nxs.i64[%s] <- 7\n}\n}\n", rows, columns, to)
		b.WriteString(strings.NewReplacer("_2", "_8", "_3", "_9").Replace(fill))
	}
	fmt.Fprintf(&b, "for i_2: i64 < %s {\nvar first_4: bool = eq.i64(i_2, 0)\n", rows)
	sum := "0"
	if rapid.IntRange(0, 3).Draw(r.T, "row") == 0 {
		fmt.Fprintf(&b, "var row_5: i64 = %s.i64[p_1 * 600 + 50 + i_2]\n", rapid.SampledFrom([]string{"xs", "ys", "ys"}).Draw(r.T, "from"))
		sum = "row_5"
	}
	fmt.Fprintf(&b, "for j_3: i64 < %s {\nvar v_6: i64 = %s\n", columns, sum)
	for range rapid.IntRange(1, 4).Draw(r.T, "loads") {
		if usual && rapid.IntRange(0, 9).Draw(r.T, "load") > 0 {
			b.WriteString(r.usual())
			continue
		}
		b.WriteString(r.guarded("v_6", rapid.SampledFrom([]string{"xs", "xs", "ys"}).Draw(r.T, "from"), width))
	}
	if rapid.IntRange(0, 3).Draw(r.T, "check") == 0 {
		fmt.Fprintf(&b, "assert(%s, [\"fails\"])\n", rapid.SampledFrom([]string{
			"lt.i64(p_1 * 600 + i_2 * m + j_3, 1700)", "and.bool(le.i64(0, j_3), gt.i64(n, i_2))",
			"or.bool(first_4, lt.i64(i_2 + j_3, s + 12))", "lt.i64(i_2 * j_3, s * 12)", "ge.i64(m * 2, i_2 + j_3)",
			"ne.i64(i_2, 13)", "or.bool(le.i64(i_2, 14), lt.i64(j_3, n))",
		}).Draw(r.T, "holds"))
	}
	store := fmt.Sprintf("xs.i64[%s] <- v_6 + 1\n", to)
	switch rapid.IntRange(0, 9).Draw(r.T, "store") {
	case 0:
		store = fmt.Sprintf("if first_4 {\n%s}\n", store)
	case 1:
		store += r.guarded("v_6", "ys", width) + fmt.Sprintf("xs.i64[%s + 1] <- v_6\n", to)
	case 2:
		store += r.guarded("v_6", "xs", width)
	case 3:
		store = fmt.Sprintf("for k_7: i64 < 3 {\nv_6 <- v_6 + ys.i64[p_1 * 600 + k_7 + j_3]\n}\n%s", store)
	}
	b.WriteString(store + "}\n}\n")
	return b.String()
}

// TestRandomNests does for nests what TestRandomLoops does for loops, and for kernels of
// several points.
func TestRandomNests(t *testing.T) {
	crossed, tiled, ran, failed := 0, 0, 0, 0
	enough := func() bool { return crossed > 0 && tiled > 0 && ran > 0 }
	untilEnough(t, enough, func(t *rapid.T) {
		r := &random{T: t, names: 10}
		nests := r.nest()
		if rapid.IntRange(0, 4).Draw(t, "two") == 0 {
			again := strings.NewReplacer("_2", "_12", "_3", "_13", "_4", "_14", "_5", "_15", "_6", "_16", "_7", "_17", "_8", "_18", "_9", "_19").Replace(r.nest())
			nests += again
		}
		points := rapid.SampledFrom([]string{"p_1 < 1", "p_1 < c", "p_1 < c", "o_21 < 2, p_1 < c", "p_1 < c, o_21 < 2"}).Draw(t, "points")
		if strings.Contains(points, "o_21") {
			nests = strings.ReplaceAll(nests, "p_1 * 600", "(p_1 * 600 + o_21 * 1100)")
		}
		text := fmt.Sprintf(`lamina imp
fun main(n: i64, m: i64, s: i64, c: i64, xs: mem, ys: mem) -> (r: mem)
  entry (n: "i64" = i64 in n, m: "i64" = i64 in m, s: "i64" = i64 in s, c: "i64" = i64 in c, xs: *"[%[1]d]i64" = [%[1]d]i64 in xs, ys: "[%[1]d]i64" = [%[1]d]i64 in ys) -> ("[%[1]d]i64" = [%[1]d]i64 in r) {
  parallel "many" (%[2]s) {
%[3]s  }
  r <- hold(xs)
}
`, room, points, nests)
		parse := func() *imp.Program {
			p, err := imp.Parse("random.lir", text)
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			return p
		}
		before := parse()
		u := &pass.Unit{Imp: parse(), Target: target.GPU()}
		if err := passtest.Apply(u, "cooperate"); err != nil {
			t.Fatalf("%v of\n%s", err, text)
		}
		if u.RewritesMade() == 0 {
			return
		}
		if strings.Contains(u.Imp.String(), "diagonal") {
			crossed++
		}
		if strings.Contains(u.Imp.String(), "tile") {
			tiled++
		}
		xs, ys := make([]int64, room), make([]int64, room)
		for i := range xs {
			xs[i], ys[i] = int64(i), int64(-i*i)
		}
		for range 3 {
			var args []value.Value
			for _, most := range []int64{15, 19, 21, 3} {
				args = append(args, value.Scalar(scalar.Int(scalar.I64, rapid.Int64Range(most/2, most).Draw(t, "argument"))))
			}
			args = append(args, value.FromSlice(xs, room), value.FromSlice(ys, room))
			want, _, err := interp.Imp(context.Background(), before, "main", args, interp.Options{MaxSteps: 1 << 24})
			var failure *fault.Failure
			if err != nil && !errors.As(err, &failure) {
				continue // out of bounds, or points that race
			}
			ran++
			if failure != nil {
				failed++
				if _, _, after := interp.Imp(context.Background(), u.Imp, "main", args, interp.Options{MaxSteps: 1 << 26}); after == nil || after.Error() != err.Error() {
					t.Fatalf("with %v it gives %v and then %v\n%s", args[:4], err, after, u.Imp)
				}
				continue
			}
			got, _, err := interp.Imp(context.Background(), u.Imp, "main", args, interp.Options{MaxSteps: 1 << 26})
			if err != nil {
				t.Fatalf("%v\nwith %v\n%s", err, args[:4], u.Imp)
			}
			if !cmp.Equal(want[0].String(), got[0].String()) {
				t.Fatalf("with %v another result:\n%s\nof\n%s", args[:4], u.Imp, text)
			}
		}
	})
	if !enough() {
		t.Errorf("%d programs go by anti-diagonals, %d have tiles, and they ran %d times", crossed, tiled, ran)
	}
	t.Logf("%d programs go by anti-diagonals, %d have tiles, and they ran %d times, of which %d failed", crossed, tiled, ran, failed)
}
