package fut

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// families generate programs whose length is proportional to n.
var families = []struct {
	name     string
	generate func(n int) string
}{
	{"functions", func(n int) string {
		var b strings.Builder
		b.WriteString("def f0 [n] (xs: [n]i32) = map (+1) xs\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "def f%d [n] (xs: [n]i32) = f%d (map2 (\\x y -> if x > y then x * %d else y) xs (f%d xs))\n", i, i-1, i, i/2)
		}
		fmt.Fprintf(&b, "entry main (xs: []i32) = f%d xs\n", n)
		return b.String()
	}},
	{"scalar lets", func(n int) string {
		return chain(n, "entry main (x: i64) =\n  let x0 = x\n", func(i int) string {
			return fmt.Sprintf("let x%d = if x%d %% %d == 0 then x%d / 2 else x%d + %d", i, i-1, i+1, i-1, i/2, i)
		})
	}},
	{"array lets", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map2 (\\a b -> a + b * %d) x%d (map (+x%d[0]) x%d)", i, i, i-1, i/2, i/3)
		})
	}},
	{"views of an array", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = if n > %d then x%d[1:] else x%d", i, i, i-1, i-1)
		})
	}},
	{"updates", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = if n > %d then x%d with [%d] = n else x%d", i, i, i-1, i, i-1)
		})
	}},
	{"local functions that call each other", func(n int) string {
		return chain(n, "entry main (x: i64) =\n  let x0 y = y + x\n", func(i int) string {
			return fmt.Sprintf("let x%d y = x%d (y + %d) + x%d y", i, i-1, i, i/2)
		})
	}},
	{"functions given to functions", func(n int) string {
		return chain(n, "def apply (f: i64 -> i64) (x: i64) = f (x + 1)\nentry main (x0: i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = apply (\\y -> y * x%d + %d) x%d", i, i-1, i, i/2)
		})
	}},
	{"loops", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop ys = copy x%d for i < n do ys with [i] = ys[i] + %d", i, i-1, i)
		})
	}},
	{"fields of a tuple, each projected", func(n int) string {
		n++ // one field is no tuple
		return fmt.Sprintf("entry main (x: i32) = let t = (%s) in %s\n",
			times(n, ", ", func(i int) string { return fmt.Sprintf("x + %d", i+1000) }),
			times(n, " + ", func(i int) string { return fmt.Sprintf("t.%d", i) }))
	}},
	{"a loop over a tuple of arrays", func(n int) string {
		name := func(i int) string { return fmt.Sprintf("x%d", i) }
		return fmt.Sprintf("entry main (k: i64) = loop (%s) = (%s) for i < k do (%s)\n", times(n, ", ", name),
			times(n, ", ", func(int) string { return "iota k" }),
			times(n, ", ", func(i int) string { return name(i) + fmt.Sprintf(" with [0] = %d", i) }))
	}},
	{"a function of a tuple of arrays", func(n int) string {
		n++
		return fmt.Sprintf("def f (t: (%s)) = t.%d\nentry main (k: i64) = f (%s)\n",
			times(n, ", ", func(int) string { return "[]i64" }), n-1,
			times(n, ", ", func(i int) string { return fmt.Sprintf("iota (k + %d)", i) }))
	}},
}

// times is n pieces of text.
func times(n int, separator string, piece func(i int) string) string {
	pieces := make([]string, n)
	for i := range pieces {
		pieces[i] = piece(i)
	}
	return strings.Join(pieces, separator)
}

// chain is a function of n lets.
func chain(n int, head string, let func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 1; i <= n; i++ {
		b.WriteString("  " + let(i) + "\n")
	}
	fmt.Fprintf(&b, "  in x%d\n", n)
	return b.String()
}

// work is what compiling takes, in bytes allocated: unlike time, it is the same
// on every run.
func work(t *testing.T, program string) float64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Compile(context.Background(), "generated.fut", []byte(program)); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

func TestWorkIsLinear(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			work(t, f.generate(1)) // parse the prelude
			base := work(t, f.generate(1))
			small, large := work(t, f.generate(20))-base, work(t, f.generate(200))-base
			t.Logf("%.0f kB for 20, %.0f kB for 200: %.1f times", small/1e3, large/1e3, large/small)
			if large > 12*small {
				t.Errorf("10 times the program takes %.1f times the work", large/small)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, f := range families {
		for _, n := range []int{20, 200} {
			program := []byte(f.generate(n))
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Compile(context.Background(), "generated.fut", program); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
