package conformance

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// grouped is a program whose rows groups take: it hands three arrays from operation to operation, and reads
// the second one backwards.
const grouped = `entry main [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs ->
    let ys = map (\x -> x * x) xs
    let zs = map (\i -> ys[m - 1 - i] + xs[i]) (iota m)
    let s = reduce (+) 0 ys
    in map2 (\y z -> y * z + s) ys zs) xss
`

// TestMemoryOfGroupsBySchedules compiles a program for GPUs whose groups hand arrays to each other's threads in
// their memory: as many blocks as are prescribed, in one launch, with the results of the formula, which the
// interpreter finds without races.
func TestMemoryOfGroupsBySchedules(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		schedule string
		blocks   int
	}{
		{"main 3:14 map group shared", 1},
		{"main 3:14 map group shared\nmain 4:14 map shared\nmain 5:13 reduce thread", 2},
		{"main 3:14 map group shared\nmain 4:14 map thread\nmain 6:8 map thread", 1},
	} {
		for _, m := range machines[1:3] {
			p, err := fut.Compile(t.Context(), "grouped.fut", []byte(grouped))
			if err != nil {
				t.Fatal(err)
			}
			if err := schedule.Apply(p, "schedule", c.schedule); err != nil {
				t.Fatal(err)
			}
			u := &pass.Unit{IR: p, Target: m.target}
			before, _, _ := strings.Cut(m.pipeline, ",unroll")
			if _, err := d.Optimise(t.Context(), u, before, driver.Config{}); err != nil {
				t.Fatalf("%s: %q: %v", m.name, c.schedule, err)
			}
			text := u.String()
			heads := 0
			for line := range strings.Lines(text) {
				if _, shared, ok := strings.Cut(line, ") shared ("); ok {
					heads++
					if got := strings.Count(shared, "_mem_"); got != c.blocks {
						t.Errorf("%s: %q: %d blocks in a group's memory, want %d: %s", m.name, c.schedule, got, c.blocks, line)
					}
				}
			}
			if heads == 0 || strings.Contains(text, "parallel ") {
				t.Errorf("%s: %q: the kernel is no launch of groups:\n%s", m.name, c.schedule, text)
			}
			for _, n := range []int64{0, 1, 3} {
				for _, width := range []int64{0, 1, 7, 32, 70} {
					xs, err := value.New(scalar.I64, n, width)
					if err != nil {
						t.Fatal(err)
					}
					for i := range n * width {
						xs.Set(i, scalar.Int(scalar.I64, i%11-3))
					}
					got, _, err := interp.Imp(t.Context(), u.Imp, "main", []value.Value{xs}, interp.Options{})
					if err != nil {
						t.Fatalf("%s: %q, %d × %d: %v\n%s", m.name, c.schedule, n, width, err, text)
					}
					for row := range n {
						at := func(i int64) int64 { return (row*width+i)%11 - 3 }
						sum := int64(0)
						for i := range width {
							sum += at(i) * at(i)
						}
						for i := range width {
							y := at(width - 1 - i)
							want := at(i)*at(i)*(y*y+at(i)) + sum
							if x := got[0].At(row*width + i).Int(); x != want {
								t.Fatalf("%s: %q, %d × %d: element (%d, %d) is %d, not %d", m.name, c.schedule, n, width, row, i, x, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestMemoryOfGroupsThatCannotBeHad looks at the reasons for which a schedule is refused that wants results in a
// group's memory.
func TestMemoryOfGroupsThatCannotBeHad(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	const rows = "entry main [n][m] (xss: [n][m]i64) (is: [m]i64): [n]i64 = map (\\xs ->\n  "
	for _, c := range []struct{ name, text, schedule, want string }{
		{"alone", "entry main (xs: []i64): []i64 =\n  map (+ 1) xs", "main 2:3 map group shared", "no operation stands around it of which a group could run an iteration"},
		{"leaves", "entry main (xss: [][]i64): [][]i64 = map (\\xs ->\n  map (+ 1) xs) xss", "main 2:3 map group shared", "its result leaves the group"},
		{"scan", rows + "let ys = scan (\\a b -> a * 3 + b) 0 xs\n  in ys[0] + ys[m - 1]) xss", "main 2:12 scan shared", "by one associative operator"},
		{"fails", rows + "let ys = map (\\i -> xs[i]) is\n  in reduce (+) 0 ys) xss", "main 2:12 map group shared", "an iteration may fail"},
		{"large", rows + "let ys = map (\\i -> i * i) (iota 5000)\n  in ys[xs[0] % 5000] + reduce (+) 0 ys) xss", "main 2:12 map group shared", "a group keeps at most 32768"},
		{"irregular", "entry main (ns: []i64): []i64 = map (\\n ->\n  let ys = map (\\i -> i * n) (iota n)\n  in reduce (+) 0 (scan (+) 0 ys)) ns", "main 2:12 map group shared", "its size is not known before the kernel starts"},
		{"sequential", rows + "let ys = map (+ 1) xs\n  in reduce (+) 0 ys) xss", "main 2:12 map group shared\nmain 3:6 reduce sequential", "another operation of that group is sequential"},
		{"branch", rows + "let ys = map (+ 1) xs\n  let zs = if xs[0] > 0 then scan (+) 0 ys else scan (+) 1 ys\n  in reduce (+) 0 zs + zs[0]) xss", "main 2:12 map group shared", "makes arrays for each of its threads or in a branch"},
	} {
		for _, m := range machines[1:3] {
			p, err := fut.Compile(t.Context(), c.name+".fut", []byte(c.text))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if err := schedule.Apply(p, "schedule", c.schedule); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			u := &pass.Unit{IR: p, Target: m.target}
			if _, err = d.Optimise(t.Context(), u, m.pipeline, driver.Config{}); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name+".fut:") {
				t.Errorf("%s, for %s: %v; want an error with %q", c.name, m.name, err, c.want)
			}
		}
	}
}

// TestGroupsThatMayFail compiles an operation in a group's memory whose indices are right if the arguments are,
// which the host finds out before the kernel: where they are not, the first thread of each group runs all, and
// fails as the program does, in the first iteration that fails.
func TestGroupsThatMayFail(t *testing.T) {
	const text = `entry main [n][m][w] (xss: [n][m]i64) (ws: [w]i64) (k: i64): [n][m]i64 =
  map (\xs ->
    let ys = map (\i -> ws[i + k]) (iota m)
    in map (\i -> ys[m - 1 - i] + xs[i]) (iota m)) xss
`
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	array := func(shape ...int64) value.Value {
		v, err := value.New(scalar.I64, shape...)
		if err != nil {
			t.Fatal(err)
		}
		for i := range v.Len() {
			v.Set(i, scalar.Int(scalar.I64, 10*i))
		}
		return v
	}
	for _, m := range machines[1:3] {
		p, err := fut.Compile(t.Context(), "mayfail.fut", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		source := p.Clone()
		if err := schedule.Apply(p, "schedule", "main 3:14 map group shared"); err != nil {
			t.Fatal(err)
		}
		u := &pass.Unit{IR: p, Target: m.target}
		if _, err := d.Optimise(t.Context(), u, m.pipeline, driver.Config{}); err != nil {
			t.Fatalf("%s: %v", m.name, err)
		}
		if text := u.String(); !strings.Contains(text, "shared (") || !strings.Contains(text, "assert") {
			t.Errorf("%s: no launch with a group's memory, or none that can fail:\n%s", m.name, text)
		}
		for _, c := range []struct {
			n, m, w, k int64
			fails      bool
		}{
			{2, 5, 9, 4, false}, {2, 40, 40, 0, false}, {0, 5, 2, 1, false}, {3, 0, 0, 7, false},
			{2, 5, 9, 5, true}, {2, 5, 9, -1, true}, {1, 40, 39, 0, true}, {3, 70, 80, 1 << 40, true},
		} {
			args := []value.Value{array(c.n, c.m), array(c.w), value.Scalar(scalar.Int(scalar.I64, c.k))}
			got, _, err := interp.Imp(t.Context(), u.Imp, "main", args, interp.Options{})
			if c.fails {
				_, want := interp.Value(t.Context(), source, "main", args, interp.Options{})
				if err == nil || want == nil || err.Error() != want.Error() {
					t.Errorf("%s: %+v: %v, want %v", m.name, c, err, want)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %+v: %v", m.name, c, err)
			}
			for i := range c.n * c.m {
				if x, want := got[0].At(i).Int(), 10*(c.m-1-i%c.m+c.k)+10*i; x != want {
					t.Fatalf("%s: %+v: element %d is %d, not %d", m.name, c, i, x, want)
				}
			}
		}
	}
}
