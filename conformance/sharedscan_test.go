package conformance

import (
	"math"
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

// TestScansInMemoryOfGroupsBySchedules compiles scans for GPUs whose results live in the memory of a group, the threads
// of which have a run of the elements each: one launch, without barriers within loops, with the results of the formula.
// The interpreter finds no races.
func TestScansInMemoryOfGroupsBySchedules(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	const ints = `entry main [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs ->
    let ys = map (\x -> x * x) xs
    let zs = scan (OP) NE ys
    in map (\i -> zs[m - 1 - i] * 3 + xs[i]) (iota m)) xss
`
	const floats = `entry main [n][m] (xss: [n][m]f32): [n][m]f32 =
  map (\xs ->
    let ys = map (\x -> x + 1) xs
    let zs = scan (+) 0 ys
    in map (\i -> zs[m - 1 - i] * 2 + xs[i]) (iota m)) xss
`
	const twice = `entry main [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs ->
    let ys = scan (+) 0 xs
    let zs = scan (+) 0 ys
    in map (\i -> zs[m - 1 - i] + ys[i]) (iota m)) xss
`
	both := "main 3:14 map group shared\nmain 4:14 scan group shared"
	sums := func(at func(i int64) float64, i int64) (s float64) {
		for k := range i + 1 {
			s += at(k)
		}
		return s
	}
	for _, c := range []struct {
		name, text, schedule string
		elem                 scalar.Type
		math                 target.Math
		scan                 func(at func(i int64) float64, m, i int64) float64
	}{
		{"sums", strings.NewReplacer("OP", "+", "NE", "0").Replace(ints), both, scalar.I64, "", func(at func(i int64) float64, m, i int64) float64 {
			return 3*sums(func(k int64) float64 { return at(k) * at(k) }, m-1-i) + at(i)
		}},
		{"maxima", strings.NewReplacer("OP", "i64.max", "NE", "0").Replace(ints), "main 4:14 scan shared", scalar.I64, "", func(at func(i int64) float64, m, i int64) float64 {
			most := 0.0
			for k := range m - i {
				most = math.Max(most, at(k)*at(k))
			}
			return 3*most + at(i)
		}},
		{"floats", floats, both, scalar.F32, target.Fast, func(at func(i int64) float64, m, i int64) float64 {
			return 2*sums(func(k int64) float64 { return at(k) + 1 }, m-1-i) + at(i)
		}},
		{"two scans", twice, "main 3:14 scan group shared\nmain 4:14 scan shared", scalar.I64, "", func(at func(i int64) float64, m, i int64) float64 {
			first := func(i int64) float64 { return sums(at, i) }
			return sums(first, m-1-i) + first(i)
		}},
		{"one of two scans", twice, "main 3:14 scan group shared\nmain 4:14 scan thread", scalar.I64, "", func(at func(i int64) float64, m, i int64) float64 {
			first := func(i int64) float64 { return sums(at, i) }
			return sums(first, m-1-i) + first(i)
		}},
	} {
		for _, m := range machines[1:3] {
			p, err := fut.Compile(t.Context(), "scans.fut", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schedule.Apply(p, "schedule", c.schedule); err != nil {
				t.Fatal(err)
			}
			u := &pass.Unit{IR: p, Target: m.target.With(c.math)}
			if _, err := d.Optimise(t.Context(), u, m.pipeline, driver.Config{Check: true, Math: c.math}); err != nil {
				t.Fatalf("%s, %s: %v", c.name, m.name, err)
			}
			text := u.String()
			if !strings.Contains(text, "totals_") || strings.Contains(text, "parallel ") {
				t.Errorf("%s, %s: no launch of groups whose threads scan:\n%s", c.name, m.name, text)
			}
			for _, n := range []int64{0, 1, 3} {
				for _, width := range []int64{0, 1, 2, 31, 32, 33, 70, 300} {
					xs, err := value.New(c.elem, n, width)
					if err != nil {
						t.Fatal(err)
					}
					at := func(i int64) float64 { return float64(i%11 - 3) }
					for i := range n * width {
						if c.elem.IsFloat() {
							xs.Set(i, scalar.Float(c.elem, at(i)))
						} else {
							xs.Set(i, scalar.Int(c.elem, int64(at(i))))
						}
					}
					got, _, err := interp.Imp(t.Context(), u.Imp, "main", []value.Value{xs}, interp.Options{})
					if err != nil {
						t.Fatalf("%s, %s, %d × %d: %v\n%s", c.name, m.name, n, width, err, text)
					}
					for row := range n {
						for i := range width {
							want := c.scan(func(i int64) float64 { return at(row*width + i) }, width, i)
							x := got[0].At(row*width + i)
							if is := x.Float(); c.elem.IsFloat() && is != want || !c.elem.IsFloat() && float64(x.Int()) != want {
								t.Fatalf("%s, %s, %d × %d: element (%d, %d) is %v, not %v\n%s", c.name, m.name, n, width, row, i, x, want, text)
							}
						}
					}
				}
			}
		}
	}
}

// TestScansOfFloatsHaveAnOrder refuses to share a scan of floats where sums are reproducible.
func TestScansOfFloatsHaveAnOrder(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := fut.Compile(t.Context(), "floats.fut", []byte("entry main [n][m] (xss: [n][m]f32): [n]f32 = map (\\xs ->\n  let ys = scan (+) 0 xs\n  in ys[0] + ys[m - 1]) xss"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schedule.Apply(p, "schedule", "main 2:12 scan group shared"); err != nil {
		t.Fatal(err)
	}
	u := &pass.Unit{IR: p, Target: machines[1].target}
	_, err = d.Optimise(t.Context(), u, machines[1].pipeline, driver.Config{Math: target.Reproducible})
	if err == nil || !strings.Contains(err.Error(), "floats.fut:2:12: the scan here") || !strings.Contains(err.Error(), "or floats by --math fast") {
		t.Errorf("%v; want an error that asks for --math fast", err)
	}
}
