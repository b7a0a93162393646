package conformance

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// sharedFolds are programs whose rows groups take, with reductions and histograms in the groups' memory, and what
// element (row, i) of the result is for the row at.
var sharedFolds = []struct {
	name, text, schedule string
	elem                 scalar.Type
	math                 target.Math
	atomics, totals      int // atomic updates, and blocks of partial results of threads
	width                func(m int64) int64
	want                 func(at func(int64) int64, m, i int64) int64
}{
	{"sum", `entry main [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs ->
    let ys = map (\x -> x * x) xs
    let s = reduce (+) 0 ys
    in map (\y -> y + s) ys) xss
`, "main 3:14 map group shared\nmain 4:13 reduce group shared", scalar.I64, "", 0, 1, asWide, func(at func(int64) int64, m, i int64) int64 {
		return at(i)*at(i) + sumOf(m, func(k int64) int64 { return at(k) * at(k) })
	}},
	{"sum alone", `entry main [n][m] (xss: [n][m]i32): [n][1]i32 =
  map (\xs -> [reduce (+) 1 (map (\x -> x * x) xs)]) xss
`, "main 2:16 reduce shared\nmain 2:30 map fused", scalar.I32, "", 0, 1, oneWide, func(at func(int64) int64, m, i int64) int64 {
		return 1 + sumOf(m, func(k int64) int64 { return at(k) * at(k) })
	}},
	{"two", `entry main [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs ->
    let most = reduce i32.max i32.lowest xs
    let all = reduce (+) 0 (map i64.i32 xs)
    in map (\x -> most - x + i32.i64 all) xs) xss
`, "main 3:16 reduce group shared\nmain 4:15 reduce group shared\nmain 4:29 map fused\nmain 5:8 map thread", scalar.I32, "", 0, 2, asWide, func(at func(int64) int64, m, i int64) int64 {
		most := at(0)
		for k := range m {
			most = max(most, at(k))
		}
		return most - at(i) + sumOf(m, at)
	}},
	{"floats", `entry main [n][m] (xss: [n][m]f32): [n][m]f32 =
  map (\xs ->
    let s = reduce (+) 0 (map (+ 1) xs)
    in map (\x -> x * 2 + s) xs) xss
`, "main 3:13 reduce shared\nmain 3:27 map fused", scalar.F32, target.Fast, 0, 1, asWide, func(at func(int64) int64, m, i int64) int64 {
		return 2*at(i) + sumOf(m, at) + m
	}},
	{"within a map", `entry main [n][m] (xss: [n][m]i64): [n][5]i64 =
  map (\xs -> map (\i -> reduce (+) 0 (map (\x -> x * i) xs)) (iota 5)) xss
`, "main 2:3 map grid\nmain 2:26 reduce shared\nmain 2:40 map fused", scalar.I64, "", 0, 1, fiveWide, func(at func(int64) int64, m, i int64) int64 {
		return i * sumOf(m, at)
	}},
	{"histogram", `entry main [n][m] (xss: [n][m]i64): [n][7]i64 =
  map (\xs ->
    let h = reduce_by_index (replicate 7 3) (+) 0 xs (map (\x -> x * x) xs)
    in map (\i -> h[6 - i]) (iota 7)) xss
`, "main 3:13 hist group shared", scalar.I64, "", 1, 0, sevenBins, func(at func(int64) int64, m, i int64) int64 {
		return 3 + sumOf(m, func(k int64) int64 {
			if at(k) == 6-i {
				return at(k) * at(k)
			}
			return 0
		})
	}},
	{"histogram and sum", `entry main [n][m] (xss: [n][m]i16): [n][m]i16 =
  map (\xs ->
    let h = reduce_by_index (replicate 4 0) i16.max 0 (map i64.i16 xs) xs
    let s = reduce (+) 0 (map (\x -> x * x) h)
    in map (+ s) xs) xss
`, "main 3:13 hist shared\nmain 4:13 reduce shared", scalar.I16, "", 1, 1, asWide, func(at func(int64) int64, m, i int64) int64 {
		seen := map[int64]bool{}
		for k := range m {
			seen[at(k)] = true
		}
		return at(i) + sumOf(4, func(k int64) int64 {
			if seen[k] {
				return k * k
			}
			return 0
		})
	}},
}

func asWide(m int64) int64  { return m }
func oneWide(int64) int64   { return 1 }
func fiveWide(int64) int64  { return 5 }
func sevenBins(int64) int64 { return 7 }
func sumOf(m int64, f func(int64) int64) (s int64) {
	for k := range m {
		s += f(k)
	}
	return s
}

// TestFoldsInMemoryOfGroupsBySchedules compiles reductions and histograms for GPUs whose results live in the memory of
// a group, the threads of which share the iterations: one launch with the blocks and atomic updates that this takes, and
// with the results of the formula. The interpreter finds no races.
func TestFoldsInMemoryOfGroupsBySchedules(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range sharedFolds {
		for _, m := range machines[1:3] {
			p, err := fut.Compile(t.Context(), "folds.fut", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schedule.Apply(p, "schedule", c.schedule); err != nil {
				t.Fatal(err)
			}
			u := &pass.Unit{IR: p, Target: m.target.With(c.math)}
			before, _, _ := strings.Cut(m.pipeline, ",unroll")
			if _, err := d.Optimise(t.Context(), u, before, driver.Config{Check: true, Math: c.math}); err != nil {
				t.Fatalf("%s, %s: %v", c.name, m.name, err)
			}
			counted(t, c.name+", "+m.name, u.String(), c.atomics, c.totals)
			for _, n := range []int64{0, 1, 3} {
				for _, width := range []int64{0, 1, 2, 31, 33, 300} {
					xs := rowsOf(t, c.elem, n, width)
					got, _, err := interp.Imp(t.Context(), u.Imp, "main", []value.Value{xs}, interp.Options{})
					if err != nil {
						t.Fatalf("%s, %s, %d × %d: %v\n%s", c.name, m.name, n, width, err, u)
					}
					wide := c.width(width)
					for k := range n * wide {
						at := func(i int64) int64 { return elementOf(k/wide*width + i) }
						if x, want := number(got[0].At(k)), c.want(at, width, k%wide); x != want {
							t.Fatalf("%s, %s, %d × %d: element %d is %d, not %d", c.name, m.name, n, width, k, x, want)
						}
					}
				}
			}
		}
	}
}

// elementOf is number i of the arguments.
func elementOf(i int64) int64 { return i*i%11 - 3 }

// rowsOf is an argument of n rows.
func rowsOf(t *testing.T, elem scalar.Type, n, width int64) value.Value {
	xs, err := value.New(elem, n, width)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n * width {
		if elem.IsFloat() {
			xs.Set(i, scalar.Float(elem, float64(elementOf(i))))
		} else {
			xs.Set(i, scalar.Int(elem, elementOf(i)))
		}
	}
	return xs
}

func number(v scalar.Value) int64 {
	if v.Type.IsFloat() {
		return int64(v.Float())
	}
	return v.Int()
}

var totals = regexp.MustCompile(`totals_\d+: `)

// counted looks for one launch or two, of which the other one is for what the host cannot tell, and for what stands there.
func counted(t *testing.T, name, text string, atomics, blocks int) {
	t.Helper()
	if strings.Contains(text, "parallel ") {
		t.Errorf("%s: not all kernels are launches of groups:\n%s", name, text)
	}
	if got := strings.Count(text, "atomic("); got != atomics {
		t.Errorf("%s: %d atomic updates, want %d:\n%s", name, got, atomics, text)
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "launch ") && len(totals.FindAllString(line, -1)) != blocks {
			t.Errorf("%s: want %d blocks for what threads have of their own: %s", name, blocks, line)
		}
	}
}

// TestFoldsInMemoryOfGroupsThatCannotBeHad looks at the reasons for which a schedule is refused that wants reductions
// and histograms in a group's memory, or elsewhere.
func TestFoldsInMemoryOfGroupsThatCannotBeHad(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	const (
		rows   = "entry main [n][m] (xss: [n][m]i64): [n]i64 = map (\\xs ->\n  "
		floats = "entry main [n][m] (xss: [n][m]f32): [n]f32 = map (\\xs ->\n  "
		outer  = "entry main [n][m] (xss: [n][m]i64): [n]i64 = let zs = replicate 9 0i64 in map (\\xs ->\n  "
	)
	for _, c := range []struct{ name, text, schedule, want string }{
		{"alone", "entry main (xs: []i64): i64 =\n  reduce (+) 0 xs", "main 2:3 reduce shared", "no operation stands around it of which a group could run an iteration"},
		{"ordered", floats + "reduce (+) 0 xs) xss", "main 2:3 reduce shared", "or by --math fast of floats"},
		{"operator", rows + "reduce (\\a b -> a * 3 + b) 0 xs) xss", "main 2:3 reduce shared", "by one operator each that is associative"},
		{"pairs", rows + "let (a, b) = reduce (\\(a, b) (c, d) -> if a > c then (a, b) else (c, d)) (0, 0) (zip xs (iota m)) in a + b) xss", "main 2:16 reduce shared", "by one operator each that is associative"},
		{"global number", rows + "reduce (+) 0 xs) xss", "main 2:3 reduce thread global", "which a thread has in registers"},
		{"rows", "entry main [n][m][k] (xss: [n][m][k]i64): [n]i64 = map (\\xs ->\n  let r = reduce (map2 (\\a b -> a * 3 + b)) (replicate k 0) xs in r[0] + r[k - 1]) xss", "main 2:11 reduce shared", "it combines arrays"},
		{"ordered bins", floats + "let h = reduce_by_index (replicate 9 0) (+) 0 (map i64.f32 xs) xs in h[0] + h[8]) xss", "main 2:11 hist shared", "or by --math fast of floats"},
		{"bins of a branch", rows + "let h = reduce_by_index (if xs[0] > 0 then replicate 9 0 else replicate 9 1) (+) 0 xs xs in h[0] + h[8]) xss", "main 2:11 hist shared", "from a branch or from a loop"},
		{"bins that leave", "entry main [n][m] (xss: [n][m]i64): [n][9]i64 = map (\\xs ->\n  reduce_by_index (replicate 9 0) (+) 0 xs xs) xss", "main 2:3 hist shared", "its result leaves the group"},
		{"many bins", rows + "let h = reduce_by_index (replicate 9999 0) (+) 0 xs xs in h[0] + h[8 * m]) xss", "main 2:11 hist shared", "a group keeps at most 32768"},
		{"scatter", rows + "let h = scatter (replicate 9 0) xs xs in h[0] + h[8]) xss", "main 2:11 scatter shared", "only maps, scans, reductions and histograms"},
	} {
		for _, m := range machines[1:3] {
			err := bySchedule(t, d, m.target.With(target.Reproducible), m.pipeline, c.name+".fut", c.text, c.schedule)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name+".fut:") {
				t.Errorf("%s, for %s: %v; want an error with %q", c.name, m.name, err, c.want)
			}
		}
	}
	const bins = rows + "let h = reduce_by_index (replicate 9 0) (+) 0 xs xs in h[0] + h[8]) xss"
	if err := bySchedule(t, d, machines[0].target, machines[0].pipeline, "bins.fut", bins, "main 2:11 hist shared"); err == nil || !strings.Contains(err.Error(), schedule.NoGroups) {
		t.Errorf("on a processor: %v", err)
	}
	for _, what := range []string{"private", "global", "thread private", "thread global"} {
		for _, m := range machines[1:3] {
			if err := bySchedule(t, d, m.target, m.pipeline, "bins.fut", bins, "main 2:11 hist "+what); err != nil {
				t.Errorf("bins that are %s, for %s: %v", what, m.name, err)
			}
		}
	}
}

// bySchedule compiles a program by a schedule, and returns the error.
func bySchedule(t *testing.T, d *driver.Driver, on target.Target, pipeline, file, text, lines string) error {
	p, err := fut.Compile(t.Context(), file, []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if err := schedule.Apply(p, "schedule", lines); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	_, err = d.Optimise(t.Context(), &pass.Unit{IR: p, Target: on}, pipeline, driver.Config{Math: on.Math})
	return err
}
