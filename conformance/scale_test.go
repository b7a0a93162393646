//go:build unix

package conformance

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/driver"
)

// steps returns a program of n groups of statements that allocate: arrays of two sizes,
// loops that build arrays, and kernels that allocate.
func steps(n int) string {
	var b strings.Builder
	b.WriteString("entry main (n: i64) (m: i64) (x0: i64): i64 =\n")
	for i := range n {
		fmt.Fprintf(&b, `  let as%[1]d = map (+ x%[1]d) (iota n)
  let bs%[1]d = loop bs = map (* 3) (iota m) for k < 3 do map (+ k) (reverse bs)
  let cs%[1]d = map (\a -> let row = loop row = replicate m a for k < m do row with [k] = a + k in row[m / 2]) as%[1]d
  let x%[2]d = bs%[1]d[m / 2] + cs%[1]d[n / 2]
`, i, i+1)
	}
	fmt.Fprintf(&b, "  in x%d\n", n)
	return b.String()
}

// processorTime returns the CPU time of this process. Unlike elapsed time, it excludes
// other processes.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cost is the CPU time of a pass, and the number of objects it allocates, which is
// reproducible.
type cost struct {
	time    time.Duration
	objects uint64
}

// The cost of the passes on blocks grows linearly with the program: ten times the program
// allocates at most twelve times as many objects. Of times, which depend on the load of the
// machine, only quadratic growth is certain to show.
func TestBlockPassesScale(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	measured := []string{"lower-allocs", "merge-blocks", "double-buffer", "expand-memory"}
	// least runs the passes on a program of n groups several times and returns the minimum
	// costs.
	least := func(n int) map[string]cost {
		u, err := d.LoadText(context.Background(), "steps.fut", []byte(steps(n)))
		if err != nil {
			t.Fatal(err)
		}
		before := "inline,simplify,extract-kernels,sequentialise,simplify,introduce-memory,simplify,hoist-allocs"
		if _, err := d.Optimise(context.Background(), u, before, driver.Config{}); err != nil {
			t.Fatal(err)
		}
		out := map[string]cost{}
		for _, p := range measured {
			program := u.IR
			for range 5 {
				u.IR = program.Clone()
				runtime.GC() // outside the measurement
				var was, is runtime.MemStats
				runtime.ReadMemStats(&was)
				start := processorTime(t)
				if _, err := d.Optimise(context.Background(), u, p, driver.Config{}); err != nil {
					t.Fatal(err)
				}
				took := processorTime(t) - start
				runtime.ReadMemStats(&is)
				if out[p].time == 0 || took < out[p].time {
					out[p] = cost{took, is.Mallocs - was.Mallocs}
				}
			}
		}
		return out
	}
	small, large := least(50), least(500)
	for _, p := range measured {
		objects := float64(large[p].objects) / float64(small[p].objects)
		time := float64(large[p].time) / float64(small[p].time)
		t.Logf("%s: %v, and %v for ten times the program: %.1f times the objects, %.1f times the time", p, small[p], large[p], objects, time)
		if objects > 12 || time > 80 {
			t.Errorf("%s allocates %.1f times the objects and takes %.1f times the time for ten times the program", p, objects, time)
		}
	}
}
