package shortcircuit_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
)

// families are programs of any size, each with its kind of work for the pass: n
// times the statements, after what comes first.
var families = map[string]struct{ first, each, last string }{
	"updates": {
		`lamina mem
fun main(n_1: i64, a_mem: mem, a_0: *[n_1]i64 @ a_mem -> 0 + {(n_1 : 1)}) -> (r_mem: mem, r: [n_1]i64 @ r_mem -> 0 + {(n_1 : 1)}) {
  let (ok: bool) = le.i64(100000i64, n_1)
  assert(ok, ["small"])
`, `  let (xm_%[1]d: mem) = alloc(16i64)
  let (x_%[1]d: [2]i64 @ xm_%[1]d -> 0 + {(2 : 1)}) = replicate([2i64], n_1)
  let (a_%[1]d: [n_1]i64 @ a_mem -> 0 + {(n_1 : 1)}) = update(a_%[2]d, [%[1]di64 :+ 2i64], x_%[1]d)
`, `  in (a_mem, a_%[1]d)
}`,
	},
	"maps": {
		`lamina mem
fun main(n_1: i64, x: i64) -> (r_mem: mem, r: [n_1]i64 @ r_mem -> 0 + {(n_1 : 1)}) {
  let (ok: bool) = le.i64(0i64, n_1)
  assert(ok, ["negative"])
  let (bytes: i64) = mulsat.i64(8i64, n_1)
  let (m_0: mem) = alloc(bytes)
  let (y_0: [n_1]i64 @ m_0 -> 0 + {(n_1 : 1)}) = iota.i64(n_1, x, 1i64)
`, `  let (m_%[1]d: mem) = alloc(bytes)
  let (y_%[1]d: [n_1]i64 @ m_%[1]d -> 0 + {(n_1 : 1)}) = segmap(i_%[1]d < n_1) {
    let (e_%[1]d: i64) = index(y_%[2]d, [i_%[1]d])
    let (f_%[1]d: i64) = add.i64(e_%[1]d, 1i64)
    in (f_%[1]d)
  }
`, `  in (m_%[1]d, y_%[1]d)
}`,
	},
	// Thousands of arrays end up in one.
	"concatenation": {
		`lamina mem
fun main(bytes: i64, x: i64) -> (r: i64) {
  let (c_mem: mem) = alloc(bytes)
`, `  let (xm_%[1]d: mem) = alloc(24i64)
  let (x_%[1]d: [3]i64 @ xm_%[1]d -> 0 + {(3 : 1)}) = segmap(i_%[1]d < 3i64) {
    let (e_%[1]d: i64) = add.i64(i_%[1]d, x)
    in (e_%[1]d)
  }
`, `  let (c: [%[3]d]i64 @ c_mem -> 0 + {(%[3]d : 1)}) = concat(dim = 0, %[3]di64, [%[2]s])
  let (e: i64) = index(c, [0i64])
  in (e)
}`,
	},
	"loops": {
		`lamina mem
fun main(n_1: i64, a_mem: mem, a_0: *[n_1]i64 @ a_mem -> 0 + {(n_1 : 1)}) -> (r_mem: mem, r: [n_1]i64 @ r_mem -> 0 + {(n_1 : 1)}) {
  let (ok: bool) = le.i64(10i64, n_1)
  assert(ok, ["small"])
`, `  let (a_%[1]d: [n_1]i64 @ a_mem -> 0 + {(n_1 : 1)}) = loop(i_%[1]d < 5i64, p_%[1]d: *[n_1]i64 @ a_mem -> 0 + {(n_1 : 1)} = a_%[2]d) do {
    let (xm_%[1]d: mem) = alloc(16i64)
    let (x_%[1]d: [2]i64 @ xm_%[1]d -> 0 + {(2 : 1)}) = segmap(j_%[1]d < 2i64) {
      let (e_%[1]d: i64) = index(p_%[1]d, [i_%[1]d])
      in (e_%[1]d)
    }
    let (q_%[1]d: [n_1]i64 @ a_mem -> 0 + {(n_1 : 1)}) = update(p_%[1]d, [6i64 :+ 2i64], x_%[1]d)
    in (q_%[1]d)
  }
`, `  in (a_mem, a_%[1]d)
}`,
	},
}

// Ten times the program takes about ten times the work. The bar is on the objects
// allocated, which no other load of the machine changes; the one on time only tells
// a quadratic step that allocates nothing.
func TestTimeGrowsWithTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const small, factor, most, longest = 60, 10, 12, 40
	for name, f := range families {
		t.Run(name, func(t *testing.T) {
			p := func(n int) *ir.Program {
				var text strings.Builder
				text.WriteString(f.first)
				var all []string
				for k := range n {
					fmt.Fprintf(&text, f.each, k+1, k)
					all = append(all, fmt.Sprintf("x_%d", k+1))
				}
				fmt.Fprintf(&text, f.last+"%[4]s", n, strings.Join(all, ", "), 3*n, "")
				out, err := ir.Parse(name, text.String())
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			pipeline, err := pass.Default.Parse("short-circuit", pass.Mem)
			if err != nil {
				t.Fatal(err)
			}
			run := func(program *ir.Program, n int) (float64, time.Duration) {
				u := &pass.Unit{IR: program.Clone(), Target: target.Embedded()}
				var was, is runtime.MemStats
				runtime.ReadMemStats(&was)
				start := time.Now()
				if _, err := (&pass.Manager{}).Run(context.Background(), pipeline, u); err != nil {
					t.Fatal(err)
				}
				took := time.Since(start)
				runtime.ReadMemStats(&is)
				made := 0
				for _, r := range u.Remarks {
					if strings.Contains(r.Text, "is made in its place") {
						made++
					}
				}
				if made < n {
					t.Fatalf("%d arrays of %d are made in their places", made, n)
				}
				return float64(is.Mallocs - was.Mallocs), took
			}
			few, many := p(small), p(small*factor)
			objects, best := math.Inf(1), math.Inf(1)
			for range 3 {
				var fewObjects float64
				var fewTook time.Duration
				for range factor {
					made, took := run(few, small)
					fewObjects += made / factor
					fewTook += took
				}
				manyObjects, manyTook := run(many, small*factor)
				objects = min(objects, manyObjects/fewObjects)
				best = min(best, float64(manyTook)/float64(fewTook)*factor)
			}
			t.Logf("%d times the program: %.1f times the objects, %.1f times as long", factor, objects, best)
			if objects > most || best > longest {
				t.Errorf("%d times the program: %.1f times the objects, %.1f times as long", factor, objects, best)
			}
		})
	}
}
