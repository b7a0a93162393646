package driver_test

import (
	"fmt"
	"strings"
)

// nested are families of functions, values and control within each other.
var nested = []family{
	{"curried parameters", func(n int) string {
		return fmt.Sprintf("def f %s = %s\nentry main (k: i64) =\n  let g = f k\n  let h = g k\n  in h %s\n",
			times(n+2, " ", func(i int) string { return fmt.Sprintf("(x%d: i64)", i) }),
			sum(n+2, "x"),
			times(n, " ", func(i int) string { return fmt.Sprintf("(k * %d)", i) }))
	}},
	{"curried parameters, given one by one", func(n int) string {
		return chain(n, fmt.Sprintf("def f %s = %s\nentry main (k: i64) =\n  let x0 = f k\n",
			times(n+1, " ", func(i int) string { return fmt.Sprintf("(y%d: i64)", i) }), sum(n+1, "y")),
			func(i int) string { return fmt.Sprintf("let x%d = x%d (k * %d)", i, i-1, i) })
	}},
	{"curried lambdas", func(n int) string {
		return "entry main (y: i64) = (" + lambdas(n, "") + sum(n, "x") + ")" + strings.Repeat(" y", n) + "\n"
	}},
	{"curried lambdas bound", func(n int) string {
		return "entry main (y: i64) =\n  let f = " + lambdas(n, "") + sum(n, "x") + "\n  in f" + strings.Repeat(" y", n) + "\n"
	}},
	{"curried lambdas, given one by one", func(n int) string {
		return chain(n, "entry main (k: i64) =\n  let x0 = "+times(n, "", func(i int) string { return fmt.Sprintf("\\y%d -> ", i) })+sum(n, "y")+"\n",
			func(i int) string { return fmt.Sprintf("let x%d = x%d (k * %d)", i, i-1, i) })
	}},
	{"curried lambdas of arrays", func(n int) string {
		return "entry main [k] (ys: [k]i64) =\n  let f = " + lambdas(n, ": [k]i64") +
			times(n, " + ", func(i int) string { return fmt.Sprintf("x%d[0]", i) }) + "\n  in f" + strings.Repeat(" ys", n) + "\n"
	}},
	{"curried lambdas in a map", func(n int) string {
		return "entry main [n] (ys: [n]i64) = map (\\y -> (" + lambdas(n, "") + sum(n, "x") + ")" + strings.Repeat(" y", n) + ") ys\n"
	}},
	{"lambdas bound one by another", func(n int) string {
		return chain(n, "entry main [k] (ys: [k]i64) =\n  let x0 = \\(z: i64) -> z\n", func(i int) string {
			return fmt.Sprintf("let x%d = \\(z: i64) -> z + ys[%d] + x%d z", i, i, i-1)
		}) + "    1\n"
	}},
	{"local functions within local functions", func(n int) string {
		return "entry main (x: i64) =\n" + times(n, "", func(i int) string { return fmt.Sprintf("  let f%d (y%d: i64) =\n", i, i) }) + "  x + y0\n" +
			times(n, "", func(i int) string { return fmt.Sprintf("  in f%d %d\n", n-1-i, i) })
	}},
	{"tuples within each other", func(n int) string {
		return "entry main (x: i64) =\n  let t = " + pairs(n) + "\n  in t" + strings.Repeat(".1", n) + "\n"
	}},
	{"tuples within each other, from the left", func(n int) string {
		return "entry main (x: i64) =\n  let t = " + strings.Repeat("(", n) + "x" + strings.Repeat(", x)", n) + "\n  in t" + strings.Repeat(".0", n) + "\n"
	}},
	{"tuples bound one within another", func(n int) string {
		return "entry main (x: i64) =\n  let x0 = x\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = (x%d, x + %d)", i, i-1, i)
		}) + fmt.Sprintf("  in x%d", n) + strings.Repeat(".0", n) + "\n"
	}},
	{"tuples taken apart one by one", func(n int) string {
		return chain(n, "entry main (x: i64) =\n  let x0 = "+strings.Repeat("(", n)+"x"+strings.Repeat(", x)", n)+"\n", func(i int) string {
			return fmt.Sprintf("let (x%d, y%d) = x%d", i, i, i-1)
		})
	}},
	{"a pattern of tuples within each other", func(n int) string {
		return "entry main (x: i64) =\n  let " + times(n, "", func(i int) string { return fmt.Sprintf("(a%d, ", i) }) +
			"z" + strings.Repeat(")", n) + " = " + pairs(n) + "\n  in a0 + z\n"
	}},
	{"a type of tuples within each other", func(n int) string {
		n = n/2 + 1
		return "type t = " + strings.Repeat("(i64, ", n) + "i64" + strings.Repeat(")", n) +
			"\ndef f (x: t) : t = x\nentry main (x: i64) = (f " + pairs(n) + ").0\n"
	}},
	{"tuples within each other in a loop", func(n int) string {
		return "entry main (x: i64) =\n  let t = loop t = " + pairs(n) + " for i < x do t\n  in t" + strings.Repeat(".1", n) + "\n"
	}},
	{"tuples within each other in an if", func(n int) string {
		return "entry main (x: i64) =\n  let t = " + pairs(n) + "\n  let u = if x > 0 then t else t\n  in u" + strings.Repeat(".1", n) + "\n"
	}},
	{"tuples of functions within each other", func(n int) string {
		return "entry main (x: i64) =\n  let t = " + strings.Repeat("((+x), ", n) + "(+x)" + strings.Repeat(")", n) + "\n  in t" + strings.Repeat(".1", n) + " x\n"
	}},
	{"tuples of arrays within each other", func(n int) string {
		return "entry main [n] (xs: [n]i64) =\n  let x0 = xs\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = (x%d, xs)", i, i-1)
		}) + fmt.Sprintf("  in x%d", n) + strings.Repeat(".0", n) + "\n"
	}},
	{"records within each other", func(n int) string {
		return "entry main (x: i64) =\n  let t = " + strings.Repeat("{a = x, b = ", n) + "x" + strings.Repeat("}", n) + "\n  in t" + strings.Repeat(".b", n) + "\n"
	}},
	{"an update deep in a record", func(n int) string {
		return "entry main (x: i64) =\n  let t = " + strings.Repeat("{a = x, b = ", n) + "x" + strings.Repeat("}", n) +
			"\n  let u = t with b" + strings.Repeat(".b", n-1) + " = 7\n  in u" + strings.Repeat(".b", n) + "\n"
	}},
	{"ifs within the first branches", func(n int) string {
		return "entry main (x: i64) =\n" + lines(n, func(i int) string { return fmt.Sprintf("  if x > %d then", i) }) +
			"  x\n" + lines(n, func(i int) string { return fmt.Sprintf("  else x * %d", i) })
	}},
	{"ifs of tuples", func(n int) string {
		return "entry main (x: i64) =\n" + lines(n, func(i int) string { return fmt.Sprintf("  if x == %d then (x * %d, x) else", i, i) }) + "  (x, x)\n"
	}},
	{"ifs in a map", func(n int) string {
		return "entry main [k] (xs: [k]i64) = map (\\x ->\n" + lines(n, func(i int) string { return fmt.Sprintf("  if x == %d then x * %d else", i, i) }) + "  x) xs\n"
	}},
	{"loops within loops, one after the other", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop x = x%d for i < n do loop x for j < i do x with [j] = x[i] + %d", i, i-1, i)
		})
	}},
	{"indices within indices", func(n int) string {
		return "entry main [n] (xs: [n]i64) = " + strings.Repeat("xs[", n) + "0" + strings.Repeat("]", n) + "\n"
	}},
	{"negations", func(n int) string {
		n = n/2 + 1
		return "entry main (x: bool) = " + strings.Repeat("!(", n) + "x" + strings.Repeat(")", n) + "\n"
	}},
}

// pairs is (x, (x, … x)).
func pairs(n int) string { return strings.Repeat("(x, ", n) + "x" + strings.Repeat(")", n) }

// sum is x0 + x1 + ….
func sum(n int, x string) string {
	return times(n, " + ", func(i int) string { return fmt.Sprintf("%s%d", x, i) })
}

// lambdas begins functions of x0, x1, …, each of which returns the next.
func lambdas(n int, typ string) string {
	return times(n, "", func(i int) string {
		if typ == "" {
			return fmt.Sprintf("\\x%d -> ", i)
		}
		return fmt.Sprintf("\\(x%d%s) -> ", i, typ)
	})
}
