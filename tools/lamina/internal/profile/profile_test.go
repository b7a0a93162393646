package profile_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/browser"
	"github.com/lamina-lang/lamina/tools/lamina/internal/profile"
)

// of profiles a program, whose main takes an array of n floats and a number k.
func of(t *testing.T, text, on string, n, k int64) *profile.Profile {
	t.Helper()
	ctx := context.Background()
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	u, err := d.LoadText(ctx, "program.fut", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var plan *profile.Plan
	x, _, err := d.Build(ctx, u, driver.Config{Backend: on, Run: backend.Options{Profile: true}, Prepare: func(u *pass.Unit) (err error) {
		plan, err = profile.Instrument(u, "main")
		if err == nil {
			err = u.Check()
		}
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	xs, err := value.New(scalar.F32, n)
	if err != nil {
		t.Fatal(err)
	}
	number, err := value.New(scalar.I64)
	if err != nil {
		t.Fatal(err)
	}
	number.Set(0, scalar.Int(scalar.I64, k))
	p, err := plan.Measure(ctx, x, "main", []value.Value{xs, number}, 2)
	if err != nil {
		t.Fatal(err)
	}
	p.Backend = on
	return p
}

// TestBytesByHand compares the bytes that kernels touch with what the programs demand.
func TestBytesByHand(t *testing.T) {
	const n, k = 10000, 5
	for _, c := range []struct {
		name, program string
		line          int // 0: all lines
		launches      int
		bytes         int64
	}{
		{"each element read and written", "entry main [n] (xs: [n]f32) (_k: i64) =\n  map (+ 1) xs", 2, 1, 2 * 4 * n},
		{"neighbours are read once", "entry main [n] (xs: [n]f32) (_k: i64) =\n  tabulate n (\\i -> xs[(i - 1) % n] + xs[i] + xs[(i + 1) % n])", 2, 1, 2 * 4 * n},
		{"a loop in the kernel reads its array once", "entry main [n] (xs: [n]f32) (k: i64) =\n  tabulate k (\\i -> loop s = f32.i64 i for j < n do s * xs[j])", 2, 1, 4*n + 4*k},
		{"launches in a loop of the host add up", "entry main [n] (xs: [n]f32) (k: i64) =\n  loop xs = xs for _i < k do\n  map (* 2) xs", 3, k, k * 2 * 4 * n},
		{"a gather touches what it reads", "entry main [n] (xs: [n]f32) (k: i64) =\n  tabulate k (\\i -> xs[i64.f32 xs[i]])", 2, 1, 3 * 4 * k},
		{"bytes of smaller elements", "entry main [n] (xs: [n]f32) (_k: i64) =\n  map (\\x -> u8.f32 x) xs", 2, 1, 5 * n},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := of(t, c.program, "wasm", n, k)
			launches, bytes := 0, int64(0)
			for _, found := range p.Kernels {
				if found.Pos.Line == c.line {
					launches += found.Launches
					bytes += found.Bytes
				}
			}
			if launches != c.launches || bytes != c.bytes {
				t.Errorf("line %d has %d launches that touch %d bytes, want %d and %d; all: %+v", c.line, launches, bytes, c.launches, c.bytes, p.Kernels)
			}
		})
	}
}

const twoKernels = `-- </pre> & <b>
def doubled [n] (xs: [n]f32) = map (* 2) xs

entry main [n] (xs: [n]f32) (k: i64) =
  let ys = loop xs for _i < k do scan (+) 0 (doubled xs)
  in reduce (+) 0 ys
`

// TestTimesAddUp demands that kernels and host together take the time of the run, and that each line
// tells of both.
func TestTimesAddUp(t *testing.T) {
	for _, on := range []string{"wasm", "c"} {
		t.Run(on, func(t *testing.T) { timesAddUp(t, on) })
	}
}

func timesAddUp(t *testing.T, on string) {
	p := of(t, twoKernels, on, 100000, 3)
	var sum, host, lines int64
	for _, k := range p.Kernels {
		sum += k.Time.Nanoseconds()
		host += k.Host.Nanoseconds()
	}
	for _, l := range p.Lines() {
		lines += l.Time.Nanoseconds()
		if l.Host <= 0 {
			t.Errorf("no time of the host is told of line %v", l.Pos)
		}
	}
	if sum <= 0 || host <= 0 || sum+host > p.Total.Nanoseconds() || lines != sum {
		t.Errorf("of %v, kernels take %d ns, lines %d, the host before them %d", p.Total, sum, lines, host)
	}
	if len(p.Lines()) < 2 {
		t.Errorf("the lines are %+v", p.Lines())
	}
}

func TestThePageInABrowser(t *testing.T) {
	p := of(t, twoKernels, "wasm", 100000, 3)
	lines := strings.Split(twoKernels, "\n")
	text := func(_ string, n int) string { return lines[n-1] }
	var out bytes.Buffer
	if err := p.WritePage(&out, text, func(string) []string { return lines }); err != nil {
		t.Fatal(err)
	}
	for _, size := range []browser.Size{browser.Phone, browser.Desktop} {
		var got struct {
			Sums   bool // no bar is wider than the one above
			Bars   int
			Bold   int
			Wide   bool
			Source int
		}
		browser.Run(t, out.Bytes(), size, `
			const frames = [...document.querySelectorAll(".frame")];
			const sum = f => [...f.querySelector(".parts").children].reduce((s, c) => s + c.getBoundingClientRect().width, 0);
			return {
				Sums: frames.every(f => sum(f) <= f.getBoundingClientRect().width + 1),
				Bars: frames.length,
				Bold: document.querySelectorAll("b").length,
				Wide: document.documentElement.scrollWidth > innerWidth,
				Source: document.querySelectorAll(".heat").length,
			};`, &got)
		if !got.Sums || got.Bars < 5 || got.Bold != 0 || got.Wide || got.Source != len(lines) {
			t.Errorf("at %v the page has %+v", size, got)
		}
	}
}

// TestLoopsOfTheHost: the time of a loop that the host runs is told of it, of a call of a function that
// loops too, and nothing is told twice. One that starts kernels is told by them.
func TestLoopsOfTheHost(t *testing.T) {
	const program = `def collatz (n: i64) : i64 =
  (loop (m, k) = (n, 0) while m != 1 do
     if m % 2 == 0 then (m / 2, k + 1) else (3 * m + 1, k + 1)).1

entry main [n] (xs: [n]f32) (k: i64) : ([n]f32, i64) =
  let longest = loop best = 0 for i < k do i64.max best (collatz (i + 1))
  in (loop xs = xs for _i < 3 do map (+ 1) xs, longest)
`
	for _, on := range []string{"wasm", "c"} {
		t.Run(on, func(t *testing.T) {
			compiles(t, on)
			p := of(t, program, on, 100, 20000)
			var loops []profile.Kernel
			sum := time.Duration(0)
			for _, k := range p.Kernels {
				sum += k.Time + k.Host
				if k.OnHost {
					loops = append(loops, k)
				}
			}
			if len(loops) != 1 || loops[0].Launches != 1 || loops[0].Label != "loop on the host" || loops[0].Pos.Line != 6 || loops[0].Time < p.Total/2 {
				t.Errorf("the loops of the host are %+v of %v", loops, p.Total)
			}
			if sum > p.Total {
				t.Errorf("%v are told of %v", sum, p.Total)
			}
			var page bytes.Buffer
			if err := p.WritePage(&page, func(string, int) string { return "" }, func(string) []string { return nil }); err != nil {
				t.Fatal(err)
			}
			if want := `<div class="bar host" title="loop on the host, 1 times: `; !strings.Contains(page.String(), want) {
				t.Errorf("the page lacks %s", want)
			}
		})
	}
}

// TestLinesOfLoops: every loop of the host is told of its own line, also where it stands in a function that was
// inlined or in a loop that starts kernels.
func TestLinesOfLoops(t *testing.T) {
	const program = `def decayed (x: f32) : f32 =
  loop x while x > 1 do
    x / 2

entry main [n] (xs: [n]f32) (k: i64) : ([n]f32, f32) =
  let total =
    loop s = 0 for x in xs do s * 0.5 + x
  let ys = loop ys = xs for _i < k do
    let m =
      loop m = 0 for y in ys do f32.max m (y + m)
    in map (+ m) ys
  in (ys, decayed (total + 1000))
`
	want := []string{"2 1", "7 1", "10 4"} // lines, and how often
	for _, on := range []string{"wasm", "c"} {
		t.Run(on, func(t *testing.T) {
			compiles(t, on)
			var got []string
			for _, k := range of(t, program, on, 500, 4).Kernels {
				if k.OnHost {
					got = append(got, fmt.Sprint(k.Pos.Line, k.Launches))
				}
			}
			slices.SortFunc(got, func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) })
			if !slices.Equal(got, want) {
				t.Errorf("the loops are of lines %q, want %q", got, want)
			}
		})
	}
}

// compiles skips a test on C where there is no compiler.
func compiles(t *testing.T, on string) {
	if _, err := exec.LookPath("cc"); on == "c" && err != nil {
		t.Skip("no C compiler on PATH; on Debian: apt-get install gcc libc6-dev")
	}
}
