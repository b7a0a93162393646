package conformance

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/driver"
)

// chains are programs that concatenate n arrays, two at a time.
var chains = map[string]func(n int) string{
	"maps of one array": func(n int) string {
		return "entry main [n] (xs: [n]i64) =\n  " + chained(n, "map (+ %d) xs") + "\n"
	},
	"maps of two arrays in turn": func(n int) string {
		return "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) =\n  " + chained(n, "map (+ %[1]d) xs ++ map (* %[1]d) ys") + "\n"
	},
	"one array before the other": func(n int) string {
		return "entry main [n] (xs0: [n]i64) (ys: [n]i64) =\n" + each(n, "  let xsM = map (+ N) ys ++ xsN\n") + fmt.Sprintf("  in xs%d\n", n)
	},
	"arrays of known sizes": func(n int) string {
		return "entry main (x: i64) =\n  " + chained(n, "replicate 3 (x + %d)") + "\n"
	},
	"arrays of different sizes": func(n int) string {
		return "entry main" + each(n, " [nN]") + each(n, " (xsN: [nN]i64)") + " =\n  " + chained(n, "map (+ 1) xs%d") + "\n"
	},
	"in a loop": func(n int) string {
		return "entry main [n] (xs: [n]i64): i64 =\n  loop x = 0 for i < 3 do\n    let ys = " + chained(n, "scan (+) %d (map (+ i) xs)") + "\n    in x + ys[i]\n"
	},
	"one element after the other": func(n int) string {
		return "entry main [n] (xs0: [n]i64) (x: i64) =\n" + each(n, "  let xsM = xsN ++ [x + N]\n") + fmt.Sprintf("  in xs%d\n", n)
	},
}

// each repeats text n times, replacing N by 0, 1, … and M by 1, 2, ….
func each(n int, text string) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.NewReplacer("N", fmt.Sprint(i), "M", fmt.Sprint(i+1)).Replace(text))
	}
	return out.String()
}

// chained concatenates n arrays.
func chained(n int, array string) string {
	parts := make([]string, n)
	for i := range n {
		parts[i] = fmt.Sprintf(array, i)
	}
	return strings.Join(parts, " ++ ")
}

// Every array of a long chain of concatenations is built in place, and a chain ten times as
// long allocates at most twelve times as many objects in the compiler.
func TestChainsOfConcatenationsScale(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	const before = "inline,simplify,fuse,simplify,extract-kernels,simplify,sequentialise,simplify,introduce-memory,simplify,hoist-allocs"
	objects := func(program string, n int) float64 {
		u, err := d.LoadText(context.Background(), "chain.fut", []byte(program))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Optimise(context.Background(), u, before, driver.Config{}); err != nil {
			t.Fatal(err)
		}
		var was, is runtime.MemStats
		runtime.ReadMemStats(&was)
		if _, err := d.Optimise(context.Background(), u, "short-circuit", driver.Config{}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&is)
		made := 0
		for _, r := range u.Remarks {
			if strings.Contains(r.Text, "is made in its place") {
				made++
			}
		}
		if made < n {
			t.Errorf("%d arrays of %d are made in their places", made, n)
		}
		return float64(is.Mallocs - was.Mallocs)
	}
	const small, factor = 40, 10
	for name, program := range chains {
		t.Run(name, func(t *testing.T) {
			few := objects(program(small), small)
			many := objects(program(small*factor), small*factor)
			t.Logf("%.0f objects for %d arrays, %.1f times as many for %d times the chain", few, small, many/few, factor)
			if many/few > 12 {
				t.Errorf("%.1f times the objects for %d times the chain", many/few, factor)
			}
		})
	}
}
