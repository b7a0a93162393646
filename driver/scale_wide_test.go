package driver_test

import (
	"fmt"
	"strings"
)

// wide are families of many things beside each other.
var wide = []family{
	{"a loop over many arrays, each made of another", func(n int) string {
		return loopOver(n, "k: i64", func(int) string { return "iota k" },
			func(i int) string { return fmt.Sprintf("map (+%d) x%d", i, (i+1)%n) })
	}},
	{"a loop over many matrices", func(n int) string {
		n = n/4 + 1
		return strings.Replace(loopOver(n, "k: i64", func(int) string { return "a" },
			func(i int) string { return fmt.Sprintf("map (map (+%d)) x%d", i, (i+1)%n) }), "(k: i64)", "[k] (a: [k][k]f64)", 1)
	}},
	{"a loop that rotates many arrays", func(n int) string {
		n = n/4 + 2
		return loopOver(n, "k: i64", func(i int) string { return fmt.Sprintf("replicate k %d", i) },
			func(i int) string { return fmt.Sprintf("x%d", (i+1)%n) })
	}},
	{"an if of many arrays", func(n int) string {
		return fmt.Sprintf("entry main (k: i64) = if k > 0 then (%s) else (%s)\n",
			times(n+1, ", ", func(i int) string { return fmt.Sprintf("iota (k + %d)", i) }),
			times(n+1, ", ", func(i int) string { return fmt.Sprintf("iota (k * %d)", i) }))
	}},
	{"a reduction of many numbers", func(n int) string {
		n = n/4 + 2
		return fmt.Sprintf("entry main [k] (xs: [k]i64) = reduce (\\%s %s -> (%s)) (%s) (map (\\x -> (%s)) xs)\n", tuple(n, "a"), tuple(n, "b"),
			times(n, ", ", func(i int) string { return fmt.Sprintf("a%d + b%d", i, i) }),
			times(n, ", ", func(int) string { return "0" }),
			times(n, ", ", func(i int) string { return fmt.Sprintf("x * %d", i) }))
	}},
	{"a parameter of many parts", func(n int) string {
		return "def f " + tuple(n+1, "a") + " = " + sum(n+1, "a") + "\nentry main (x: i32) = f (" + times(n+1, ", ", func(int) string { return "x" }) + ")\n"
	}},
	{"a lambda of many parameters", func(n int) string {
		return "entry main [k] (ys: [k]i64) = map (\\y -> (\\" + times(n, " ", func(i int) string { return fmt.Sprintf("x%d", i) }) + " -> " + sum(n, "x") + ")" + strings.Repeat(" y", n) + ") ys\n"
	}},
	{"records of arrays", func(n int) string {
		return fmt.Sprintf("type t [n] = {%s}\ndef f [n] (r: t [n]) = %s\nentry main [n] (xs: [n]i64) = f {%s}\n",
			times(n, ", ", func(i int) string { return fmt.Sprintf("f%d: [n]i64", i) }),
			times(n, " + ", func(i int) string { return fmt.Sprintf("r.f%d[0]", i) }),
			times(n, ", ", func(i int) string { return fmt.Sprintf("f%d = map (+%d) xs", i, i) }))
	}},
	{"conditions", func(n int) string {
		return "entry main (x: i64) (y: i64) = " + times(n, "", func(i int) string {
			return fmt.Sprintf("if x == %d && y > %d || x + y == %d then x * %d + y else ", i, i, i*3, i)
		}) + "x\n"
	}},
	{"operators of all kinds", func(n int) string {
		return "entry main (x: i64) (y: f64) = (x" + times(n, "", func(i int) string { return []string{" + x", " * 3", " - x", " / 2", " % 7"}[i%5] }) +
			", y" + times(n, "", func(i int) string { return []string{" + y", " * 3", " - y", " / 2", " ** 7"}[i%5] }) + ")\n"
	}},
	{"conversions", func(n int) string {
		return "entry main (x: i64) = " + times(n, " + ", func(i int) string { return fmt.Sprintf("i64.f32 (f32.i64 x * %d)", i) }) + "\n"
	}},
	{"a string", func(n int) string {
		return "entry main (i: i64) = (\"" + strings.Repeat("abcdefghij", 2*n) + "\")[i]\n"
	}},
	{"strings", func(n int) string {
		return "entry main (i: i64) = " + times(n, " + ", func(i int) string { return fmt.Sprintf("(\"string %d\")[i]", i) }) + "\n"
	}},
	{"comments", func(n int) string {
		return strings.Repeat("-- a comment that is as long as others are, with words in it\n", 20*n) + "entry main (x: i64) = x\n"
	}},
	{"a long line", func(n int) string {
		return "entry main (x0: i64) = " + times(n, " ", func(i int) string { return fmt.Sprintf("let x%d = x%d * 3 + %d", i+1, i, i) }) + fmt.Sprintf(" in x%d\n", n)
	}},
	{"functions that nobody calls", func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("def f%d [n] (xs: [n]f32) = map (\\x -> f32.sqrt x * %d) xs", i, i)
		}) + "entry main (x: i64) = x\n"
	}},
	{"functions that consume", func(n int) string {
		return chain(n, "def swap [n] (xs: *[n]i64) (i: i64) (j: i64) : *[n]i64 = let a = xs[i] let xs[i] = xs[j] let xs[j] = a in xs\nentry main [n] (x0: *[n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = swap x%d %d %d", i, i-1, i, i*2)
		})
	}},
	{"type abbreviations with parameters", func(n int) string {
		return "type t0 'a = (a, i64)\n" + lines(n, func(i int) string {
			return fmt.Sprintf("type t%d 'a = t%d a", i, i-1)
		}) + lines(n, func(i int) string { return fmt.Sprintf("def g%d (x: t%d i64) = x.0 + x.1 + %d", i, i, i) }) +
			fmt.Sprintf("entry main (x: i64) = %s\n", times(n, " + ", func(i int) string { return fmt.Sprintf("g%d (x, x)", i+1) }))
	}},
	{"sizes in types", func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("def f%d [n][m] (xs: [n][m]i64) (ys: [m][n]i64) : [n*m+%d]i64 = replicate (n*m+%d) (xs[0,0] + ys[0,0])", i, i, i)
		}) + "entry main [n][m] (xs: [n][m]i64) (ys: [m][n]i64) = " + times(n, " + ", func(i int) string { return fmt.Sprintf("length (f%d xs ys)", i+1) }) + "\n"
	}},
	{"sums of slices", func(n int) string {
		return "entry main [k] (xs: [k][k]i64) = " + times(n, " + ", func(i int) string { return fmt.Sprintf("i64.sum xs[%d:%d:2, %d]", i, i*2+1, i) }) + "\n"
	}},
	{"slices moved in place", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d with [%d:%d] = copy x%d[%d:%d]", i, i-1, i*10, i*10+10, i-1, i*10+10, i*10+20)
		})
	}},
	{"compositions from the right", func(n int) string {
		return "entry main [k] (xs: [k]i64) = map (" + times(n, " <-< ", func(i int) string { return fmt.Sprintf("(\\x -> x + %d)", i) }) + ") xs\n"
	}},
	{"compositions of maps", func(n int) string {
		return "entry main [k] (xs: [k]i64) = (" + times(n, " >-> ", func(i int) string { return fmt.Sprintf("map (\\x -> x + %d)", i) }) + ") xs\n"
	}},
	{"pipes from the right", func(n int) string {
		return "entry main [k] (xs: [k]i64) = " + times(n, " <| ", func(i int) string { return fmt.Sprintf("map (+%d)", i) }) + " <| xs\n"
	}},
	{"folds over the elements", func(n int) string {
		return chain(n, "entry main [k] (a: [k]i64) =\n  let x0 = 0\n", func(i int) string {
			return fmt.Sprintf("let x%d = foldl (\\s e -> s * e + %d) x%d a", i, i, i-1)
		})
	}},
	{"maps of five arrays", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map5 (\\a b c d e -> a + b * c - d + e) x%d x%d x%d x%d x%d", i, i-1, i/2, i/3, i/4, i/5)
		})
	}},
	{"loops in the rows of a matrix", func(n int) string {
		return chain(n, "entry main [n][m] (x0: [n][m]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map (\\r -> loop r = copy r for j < m - 1 do r with [j] = r[j+1] + %d) x%d", i, i, i-1)
		})
	}},
}

// tuple is a pattern of x0, x1, ….
func tuple(n int, x string) string {
	return "(" + times(n, ", ", func(i int) string { return fmt.Sprintf("%s%d", x, i) }) + ")"
}

// loopOver is a loop over x0, x1, ….
func loopOver(n int, param string, init, next func(i int) string) string {
	return fmt.Sprintf("entry main (%s) = loop %s = (%s) for i < k do (%s)\n", param, tuple(n, "x"), times(n, ", ", init), times(n, ", ", next))
}
