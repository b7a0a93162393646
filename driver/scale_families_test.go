package driver_test

import (
	"fmt"
	"strings"
)

// A family is programs whose length is proportional to n.
type family struct {
	name     string
	generate func(n int) string
}

var families = []family{
	{"functions", func(n int) string {
		return "def f0 [n] (xs: [n]i32) = map (+1) xs\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d [n] (xs: [n]i32) = f%d (map2 (\\x y -> if x > y then x * %d else y) xs (f%d xs))", i, i-1, i, i/2)
		}) + fmt.Sprintf("entry main (xs: []i32) = f%d xs\n", n)
	}},
	{"small functions, each called", func(n int) string {
		n *= 3 // so that the largest that is inlined everywhere is among few, too
		return "def f0 (x: i64) = x\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d (x: i64) = f%d (x + %d) * %d", i, i-1, i, i)
		}) + fmt.Sprintf("entry main (xs: []i64) = map f%d xs\n", n)
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
	{"maps in a chain", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]f64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map (\\x -> x * %d + 1) x%d", i, i, i-1)
		})
	}},
	{"maps and reductions in turn", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]f64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = let s = reduce (+) 0 x%d in map (\\x -> x * %d + s) x%d", i, i-1, i, i-1)
		})
	}},
	{"scans in a chain", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = scan (+) %d x%d", i, i, i-1)
		})
	}},
	{"maps of the same array", func(n int) string {
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = (%s)\n", times(n+1, ", ", func(i int) string {
			return fmt.Sprintf("map (+%d) xs", i)
		}))
	}},
	{"reductions of the same array", func(n int) string {
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = [%s]\n", times(n+1, ", ", func(i int) string {
			return fmt.Sprintf("reduce (+) %d (map (%%%d) xs)", i, i+2)
		}))
	}},
	{"views of an array", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = if n > %d then x%d[1:] else x%d", i, i, i-1, i-1)
		})
	}},
	{"slices of slices", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d[1:]", i, i-1)
		})
	}},
	{"updates", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = if n > %d then x%d with [%d] = n else x%d", i, i, i-1, i, i-1)
		})
	}},
	{"updates without conditions", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d with [%d] = x%d[%d] + 1", i, i-1, i, i-1, i/2)
		})
	}},
	{"updates of slices", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) (ys: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d with [%d:%d] = map (*%d) ys[0:10]", i, i-1, i, i+10, i)
		})
	}},
	{"derivatives of functions that call each other", func(n int) string {
		return "def f0 (x: f64) = x * x\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d (x: f64) = f64.sin x + f%d (x * %d)", i, i-1, i)
		}) + fmt.Sprintf("entry main (x: f64) = vjp f%d x 1 + jvp f%d x 1\n", n, n)
	}},
	{"derivatives of functions that call each other twice", func(n int) string {
		return "def f0 (x: f64) = x * x\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d (x: f64) = f64.sin (f%d x) + f%d (x * %d)", i, i-1, i-1, i)
		}) + fmt.Sprintf("entry main (x: f64) = vjp f%d x 1 + jvp f%d x 1\n", n, n)
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
	{"compositions", func(n int) string {
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = map ((+1)%s) xs\n", times(n, "", func(i int) string {
			return fmt.Sprintf(" >-> (\\x -> x * %d)", i)
		}))
	}},
	{"compositions bound", func(n int) string {
		return "entry main (y: i64) =\n  let f0 = (+1)\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let f%d = f%d >-> (\\x -> x * %d + 1)", i, i-1, i)
		}) + fmt.Sprintf("  in f%d y\n", n)
	}},
	{"pipes", func(n int) string {
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = xs%s\n", times(n, "", func(i int) string {
			return fmt.Sprintf(" |> map (+%d) |> reverse", i)
		}))
	}},
	{"loops", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop ys = copy x%d for i < n do ys with [i] = ys[i] + %d", i, i-1, i)
		})
	}},
	{"loops over scalars", func(n int) string {
		return chain(n, "entry main (x0: i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop y = x%d for i < x%d do y * %d + i", i, i-1, i/2, i)
		})
	}},
	{"while loops", func(n int) string {
		return chain(n, "entry main (x0: i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop y = x%d while y > %d do y / 2", i, i-1, i)
		})
	}},
	{"nested loops", func(n int) string {
		n = n / 4
		return "entry main (x0: i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  loop x%d = x%d for i%d < 2 do", i, i-1, i)
		}) + fmt.Sprintf("  x%d + 1\n", n)
	}},
	{"nested ifs", func(n int) string {
		return "entry main (x: i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  if x == %d then x * %d else", i, i)
		}) + "  x\n"
	}},
	{"nested ifs of arrays", func(n int) string {
		return "entry main [n] (xs: [n]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  if n == %d then map (+%d) xs else", i, i)
		}) + "  xs\n"
	}},
	{"ifs in a chain", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = if x%d[0] > %d then map (+%d) x%d else x%d", i, i-1, i, i, i-1, i-1)
		})
	}},
	{"nested parentheses", func(n int) string {
		return fmt.Sprintf("entry main (x: i64) = %sx%s\n", strings.Repeat("(1 + ", n), strings.Repeat(")", n))
	}},
	{"scatters", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) (is: [n]i64) (vs: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = scatter x%d (map (+%d) is) (map (*%d) vs)", i, i-1, i, i)
		})
	}},
	{"histograms", func(n int) string {
		return chain(n, "entry main [n] (x0: *[n]i64) (is: [n]i64) (vs: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = reduce_by_index x%d (+) 0 (map (+%d) is) (map (*%d) vs)", i, i-1, i, i)
		})
	}},
	{"filters", func(n int) string {
		return chain(n, "entry main (x0: []i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = filter (>%d) x%d", i, i, i-1)
		})
	}},
	{"partitions", func(n int) string {
		return chain(n, "entry main (x0: []i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = let (a, b) = partition (>%d) x%d in a ++ b", i, i, i-1)
		})
	}},
	{"maps of two arrays concatenated in turn", func(n int) string {
		return "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) =\n  " +
			times(n, " ++ ", func(i int) string { return fmt.Sprintf("map (+%d) xs ++ map (*%d) ys", i, i) }) + "\n"
	}},
	{"maps of many arrays concatenated", func(n int) string {
		return "entry main " + times(n, " ", func(i int) string { return fmt.Sprintf("[n%d]", i) }) +
			times(n, "", func(i int) string { return fmt.Sprintf(" (xs%d: [n%d]i64)", i, i) }) + " =\n  " +
			times(n, " ++ ", func(i int) string { return fmt.Sprintf("map (+%d) xs%d", i, i) }) + "\n"
	}},
	{"rows concatenated", func(n int) string {
		return "entry main [n] [m] (xs: [n][m]i64) =\n  " +
			times(n, " ++ ", func(i int) string { return fmt.Sprintf("map (map (+%d)) xs", i) }) + "\n"
	}},
	{"arrays of unknown sizes concatenated", func(n int) string {
		return "entry main (x: i64) (k: i64) =\n  " +
			times(n, " ++ ", func(i int) string { return fmt.Sprintf("replicate k (x + %d)", i) }) + "\n"
	}},
	{"one array appended again and again", func(n int) string {
		return chain(n, "entry main [n] [m] (x0: [n]i64) (ys: [m]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d ++ ys", i, i-1)
		})
	}},
	{"transpositions", func(n int) string {
		return chain(n, "entry main [n] (x0: [n][n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map (map (+%d)) (transpose x%d)", i, i, i-1)
		})
	}},
	{"entry points", func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("entry e%d [n] (xs: [n]i64) = map (+%d) xs |> reduce (+) 0", i, i)
		})
	}},
	{"an array literal of constants", func(n int) string {
		return fmt.Sprintf("entry main (i: i64) = [%s][i]\n", times(10*n, ", ", func(i int) string { return fmt.Sprint(i) }))
	}},
	{"an array literal", func(n int) string {
		return fmt.Sprintf("entry main (x: i64) = [%s]\n", times(n, ", ", func(i int) string { return fmt.Sprintf("x + %d", i) }))
	}},
	{"an array literal of rows", func(n int) string {
		return fmt.Sprintf("entry main (x: i64) = [%s]\n", times(n, ", ", func(i int) string { return fmt.Sprintf("[x, %d]", i) }))
	}},
	{"fields of a tuple, each projected", func(n int) string {
		n++ // one field is no tuple
		return fmt.Sprintf("entry main (x: i32) = let t = (%s) in %s\n",
			times(n, ", ", func(i int) string { return fmt.Sprintf("x + %d", i+1000) }),
			times(n, " + ", func(i int) string { return fmt.Sprintf("t.%d", i) }))
	}},
	{"fields of a record", func(n int) string {
		return fmt.Sprintf("entry main (x: i32) = let t = {%s} in %s\n",
			times(n, ", ", func(i int) string { return fmt.Sprintf("f%d = x + %d", i, i+1000) }),
			times(n, " + ", func(i int) string { return fmt.Sprintf("t.f%d", i) }))
	}},
	{"record updates", func(n int) string {
		return chain(n, "entry main (x: i64) =\n  let x0 = {a = x, b = x}\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d with a = x%d.b + %d", i, i-1, i-1, i)
		})
	}},
	{"a map over tuples", func(n int) string {
		n = n/4 + 1
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = map (\\x -> (%s)) xs |> map (\\(%s) -> %s)\n",
			times(n, ", ", func(i int) string { return fmt.Sprintf("x + %d", i) }),
			times(n, ", ", func(i int) string { return fmt.Sprintf("y%d", i) }),
			times(n, " * ", func(i int) string { return fmt.Sprintf("y%d", i) }))
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
	{"parameters", func(n int) string {
		return fmt.Sprintf("def f %s = %s\nentry main (k: i64) = f %s\n",
			times(n, " ", func(i int) string { return fmt.Sprintf("(x%d: i64)", i) }),
			times(n, " + ", func(i int) string { return fmt.Sprintf("x%d", i) }),
			times(n, " ", func(i int) string { return fmt.Sprintf("(k * %d)", i) }))
	}},
	{"size parameters", func(n int) string {
		return fmt.Sprintf("def f %s %s = %s\nentry main (k: i64) = f %s\n",
			times(n, " ", func(i int) string { return fmt.Sprintf("[n%d]", i) }),
			times(n, " ", func(i int) string { return fmt.Sprintf("(x%d: [n%d]i64)", i, i) }),
			times(n, " + ", func(i int) string { return fmt.Sprintf("n%d + x%d[0]", i, i) }),
			times(n, " ", func(i int) string { return fmt.Sprintf("(iota (k + %d))", i) }))
	}},
	{"a polymorphic function at many types", func(n int) string {
		return chain(n, "def dup 'a (x: a) (i: i64): [2]a = [x, x]\ndef pair 'a 'b (x: a) (y: b) = (x, y)\nentry main (x: i64) =\n  let x0 = x\n", func(i int) string {
			t := strings.Repeat("[", i%7) + "x" + strings.Repeat("]", i%7)
			return fmt.Sprintf("let x%d = let p = pair (dup %s x%d) %d%s in x%d + p.0[0]%s", i, t, i-1, i%100, []string{"i8", "i16", "u8", "f32"}[i%4], i-1, strings.Repeat("[0]", i%7))
		})
	}},
	{"polymorphic functions that call each other", func(n int) string {
		n *= 6 // so that inline leaves functions in the small program, too
		return "def f0 'a (g: a -> a) (x: a) = g x\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d 'a (g: a -> a) (x: a) = f%d g (g x)", i, i-1)
		}) + fmt.Sprintf("entry main (x: i64) (y: f32) = (f%d (+1) x, f%d (*2) y)\n", n, n)
	}},
	{"type abbreviations", func(n int) string {
		return "type t0 = i64\n" + lines(n, func(i int) string {
			return fmt.Sprintf("type t%d = t%d", i, i-1)
		}) + fmt.Sprintf("entry main (x: t%d) = x + 1\n", n)
	}},
	{"constants", func(n int) string {
		return "def c0 = 1i64\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def c%d = c%d * 3 + %d", i, i-1, i)
		}) + fmt.Sprintf("entry main (x: i64) = x + c%d\n", n)
	}},
	{"assertions", func(n int) string {
		return chain(n, "entry main (x0: i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = assert (x%d != %d) (x%d + 1)", i, i-1, i, i-1)
		})
	}},
	{"indices", func(n int) string {
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = %s\n", times(n, " + ", func(i int) string { return fmt.Sprintf("xs[%d]", i) }))
	}},
	{"minima of an index", func(n int) string {
		return chain(n, "entry main (n: i64) = tabulate n (\\x0 ->\n", func(i int) string {
			return fmt.Sprintf("let x%d = i64.min x%d 0", i, i-1)
		}) + ")"
	}},
	{"indices in a map", func(n int) string {
		return fmt.Sprintf("entry main [n] (xs: [n]i64) = tabulate n (\\j -> %s)\n", times(n, " + ", func(i int) string { return fmt.Sprintf("xs[(j + %d) %% n]", i) }))
	}},
	{"operators of one's own", func(n int) string {
		return lines(n, func(i int) string {
			return fmt.Sprintf("def (+%s) (x: i64) (y: i64) = x * %d + y", strings.Repeat("+", 1+i%5)+strings.Repeat("*", 1+i/5%5)+strings.Repeat("-", i/25), i)
		}) +
			"entry main (x: i64) = x" + lines(n, func(i int) string {
			return fmt.Sprintf(" +%s x", strings.Repeat("+", 1+i%5)+strings.Repeat("*", 1+i/5%5)+strings.Repeat("-", i/25))
		})
	}},
	{"a long map body", func(n int) string {
		return "entry main [n] (xs: [n]f64) = map (\\x0 ->\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = f64.sqrt (x%d * %d + x%d)", i, i-1, i, i/2)
		}) + fmt.Sprintf("  in x%d) xs\n", n)
	}},
	{"a map body of arrays", func(n int) string {
		return "entry main [n][m] (xss: [n][m]f64) = map (\\x0 ->\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = let s = x%d[0] in map (*(s+%d)) x%d", i, i-1, i, i-1)
		}) + fmt.Sprintf("  in x%d) xss\n", n)
	}},
	{"matrix products", func(n int) string {
		return chain(n, "def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) = map (\\r -> map (\\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a\nentry main [n] (x0: [n][n]f64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = matmul x%d x%d", i, i-1, i/2)
		})
	}},
	{"irregular maps", func(n int) string {
		return chain(n, "entry main [n] (x0: [n]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map (\\i -> reduce (+) %d (iota i)) x%d", i, i, i-1)
		})
	}},
	{"coercions", func(n int) string {
		return chain(n, "entry main (k: i64) (x0: []i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = map (+%d) x%d :> [k]i64", i, i, i-1)
		})
	}},
	{"nested maps", func(n int) string {
		n = n/4 + 12 // pass fuse joins the outermost levels, which makes smaller nests cheaper
		return "entry main [n] (xs: [n]i64) =\n  " + times(n, "", func(i int) string { return fmt.Sprintf("map (\\x%d -> i64.sum (", i) }) +
			"xs" + strings.Repeat(")) xs", n) + "\n"
	}},
	{"nested lambdas", func(n int) string {
		n = n/2 + 1
		return "entry main (y: i64) = " + times(n, "", func(i int) string { return fmt.Sprintf("(\\x%d -> x%d + ", i, i) }) +
			"y" + strings.Repeat(") y", n) + "\n"
	}},
	{"compositions with captures", func(n int) string {
		return chain(n, "entry main (x0: i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = let f = (+x%d) >-> (*x%d) in f x%d", i, i-1, i/2, i-1)
		})
	}},
	{"functions that call another twice", func(n int) string {
		return "def f0 [n] (xs: [n]i64) = map (+1) xs\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d [n] (xs: [n]i64) = map2 (+) (f%d (map (+%d) xs)) (f%d xs)", i, i-1, i, i-1)
		}) + fmt.Sprintf("entry main [n] (xs: [n]i64) = if n > 0 then f%d xs else xs\n", n)
	}},
	{"constant arrays of each other", func(n int) string {
		return "def c0 = [1i64, 2, 3]\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def c%d = map (+%d) c%d", i, i, i-1)
		}) + fmt.Sprintf("entry main (x: i64) = x + c%d[0]\n", n)
	}},
	{"constant arrays", func(n int) string {
		return lines(n, func(i int) string { return fmt.Sprintf("def c%d = [%di64, 2, 3]", i, i) }) +
			fmt.Sprintf("entry main (x: i64) = %s\n", times(n, " + ", func(i int) string { return fmt.Sprintf("c%d[x]", i+1) }))
	}},
	{"nested ifs that update", func(n int) string {
		return "entry main [n] (xs: *[n]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  if n == %d then xs with [%d] = 1 else", i, i)
		}) + "  xs\n"
	}},
	{"shadowing", func(n int) string {
		return "entry main [n] (xs: *[n]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let xs[%d] = xs[%d] + 1", i, i-1)
		}) + "  in xs\n"
	}},
	{"partial applications", func(n int) string {
		return "def f (a: i64) (b: i64) (c: i64) = a + b * c\nentry main (x: i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let f%d = f x %d", i, i)
		}) + "  in " + times(n, " + ", func(i int) string { return fmt.Sprintf("f%d x", i+1) }) + "\n"
	}},
	{"functions in a tuple", func(n int) string {
		n++
		return "entry main (x: i64) =\n  let fs = (" + times(n, ", ", func(i int) string { return fmt.Sprintf("\\y -> y + x * %d", i) }) +
			")\n  in " + times(n, " + ", func(i int) string { return fmt.Sprintf("fs.%d x", i) }) + "\n"
	}},
	{"type parameters", func(n int) string {
		return fmt.Sprintf("def f %s %s = x0\nentry main (x: i64) = f %s\n",
			times(n, " ", func(i int) string { return fmt.Sprintf("'a%d", i) }),
			times(n, " ", func(i int) string { return fmt.Sprintf("(x%d: a%d)", i, i) }),
			times(n, " ", func(i int) string { return fmt.Sprintf("(x + %d)", i) }))
	}},
	{"entry points that share a function", func(n int) string {
		return "def f [n] (xs: [n]i64) (k: i64) = loop a = 0 for i < n do a * k + xs[i]\n" + lines(n, func(i int) string {
			return fmt.Sprintf("entry e%d [n] (xs: [n]i64) = f xs %d + f xs (n + %d)", i, i, i)
		})
	}},
	{"scans and filters in turn", func(n int) string {
		return chain(n, "entry main (x0: []i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = filter (>%d) (scan (+) 0 x%d)", i, i, i-1)
		})
	}},
	{"updates in a loop", func(n int) string {
		return "entry main [n] (y: *[n]i64) =\n  loop x0 = y for j < 10 do\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = x%d with [%d] = x%d[j] + x%d[%d]", i, i-1, i, i-1, i-1, i/2)
		}) + fmt.Sprintf("  in x%d\n", n)
	}},
	{"loops in a map", func(n int) string {
		n += n / 4 // at 40 tables are nearly full that at 400 have just grown
		return "entry main [n] (ys: [n]i64) = map (\\x0 ->\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = loop a = x%d for j < %d do a * 3 + j", i, i-1, i)
		}) + fmt.Sprintf("  in x%d) ys\n", n)
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

// lines is n lines, counted from 1.
func lines(n int, line func(i int) string) string {
	return times(n, "", func(i int) string { return line(i+1) + "\n" })
}

// chain is a function of n lets, of which the last one binds xN.
func chain(n int, head string, let func(i int) string) string {
	return head + lines(n, func(i int) string { return "  " + let(i) }) + fmt.Sprintf("  in x%d\n", n)
}
