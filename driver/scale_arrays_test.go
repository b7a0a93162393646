package driver_test

import "fmt"

// arrays are families of what is done to arrays, and of functions of them.
var arrays = []family{
	{"updates of rows", func(n int) string {
		return chain(n, "entry main [k] (x0: *[k][k]f32) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d with [%d] = map (*2) x%d[%d]", i, i-1, i, i-1, i/3)
		})
	}},
	{"updates of a matrix", func(n int) string {
		return chain(n, "entry main [k] (x0: *[k][k]f32) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d with [%d, %d] = x%d[%d, %d] * 2", i, i-1, i, i/2, i-1, i/3, i/5)
		})
	}},
	{"two arrays updated in turn", func(n int) string {
		return "entry main [k] (a0: *[k]i64) (b0: *[k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let a%d = b%d with [%d] = 1\n  let b%d = a%d with [%d] = a%d[0]", i, i-1, i, i, i-1, i, i)
		}) + fmt.Sprintf("  in (a%d, b%d)\n", n, n)
	}},
	{"pairs of updated arrays", func(n int) string {
		return "entry main [k] (a0: *[k]i64) (b0: *[k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let (a%d, b%d) = (b%d with [%d] = 1, a%d with [%d] = 2)", i, i, i-1, i, i-1, i)
		}) + fmt.Sprintf("  in (a%d, b%d)\n", n, n)
	}},
	{"zips and unzips in turn", func(n int) string {
		return "entry main [k] (a0: [k]i64) (b0: [k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let (a%d, b%d) = unzip (map (\\(x, y) -> (y, x + %d)) (zip a%d b%d))", i, i, i, i-1, i-1)
		}) + fmt.Sprintf("  in (a%d, b%d)\n", n, n)
	}},
	{"LMAD slices", func(n int) string {
		return "entry main [k] (xs: [k]i64) = " + times(n, " + ", func(i int) string {
			return fmt.Sprintf("i64.sum (flatten (flat_index_2d xs %d 3 %d 4 1))", i, i+4)
		}) + "\n"
	}},
	{"updates of LMAD slices", func(n int) string {
		return chain(n, "entry main [k] (x0: *[k]i64) (v: [3][4]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = flat_update_2d x%d %d %d 1 v", i, i-1, i, i+4)
		})
	}},
	{"filters of the same array", func(n int) string {
		return "entry main (xs: []i64) =\n" + lines(n, func(i int) string { return fmt.Sprintf("  let a%d = filter (>%d) xs", i, i) }) + "  in " + times(n, " + ", func(i int) string { return fmt.Sprintf("a%d[0]", i+1) }) + "\n"
	}},
	{"histograms of several operators", func(n int) string {
		return chain(n, "entry main [k] (x0: *[k]i64) (is: [k]i64) =\n", func(i int) string {
			op := []string{"(+) 0", "i64.max i64.lowest", "i64.min i64.highest", "(*) 1", "(|) 0"}[i%5]
			return fmt.Sprintf("let x%d = reduce_by_index (copy x%d) %s is (map (*%d) is)", i, i-1, op, i)
		})
	}},
	{"reductions of pairs", func(n int) string {
		return chain(n, "entry main [k] (xs: [k]f64) =\n  let x0 = 0.0\n", func(i int) string {
			return fmt.Sprintf("let x%d = (reduce (\\(a, i) (b, j) -> if a > b then (a, i) else (b, j)) (-f64.inf, -1) (zip (map (+x%d) xs) (indices xs))).0", i, i-1)
		})
	}},
	{"stencils", func(n int) string {
		n = n/2 + 1
		return chain(n, "entry main [k] (x0: [k][k]f32) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = tabulate_2d k k (\\i j -> let c = x%d[i, j] let w = if j > 0 then x%d[i, j-1] else c let e = if j < k - 1 then x%d[i, j+1] else c in c + %d * (w + e))", i, i-1, i-1, i-1, i)
		})
	}},
	{"scatters into a matrix", func(n int) string {
		return chain(n, "entry main [k] (x0: *[k][k]i64) (is: [k](i64, i64)) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = scatter_2d x%d is (map (\\(a, b) -> a + b * %d) is)", i, i-1, i)
		})
	}},
	{"elements of rows and columns", func(n int) string {
		return "entry main [k] (xs: [k][k]f32) (ys: [k][k]f32) = tabulate_2d k k (\\i j -> " + times(n, " + ", func(i int) string { return fmt.Sprintf("xs[i, %d] * ys[%d, j]", i, i) }) + ")\n"
	}},
	{"arrays split again and again", func(n int) string {
		return "entry main [k] (x0: [k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let (a%d, x%d) = (take 10 x%d, drop 10 x%d)", i, i, i-1, i-1)
		}) + "  in " + times(n, " + ", func(i int) string { return fmt.Sprintf("i64.sum a%d", i+1) }) + "\n"
	}},
	{"maps over records", func(n int) string {
		return chain(n, "entry main [k] (xs: [k]i64) =\n  let x0 = map (\\x -> {a = x, b = x * 2, c = true}) xs\n", func(i int) string {
			return fmt.Sprintf("let x%d = map (\\r -> if r.c then r with a = r.b + %d else r with b = r.a) x%d", i, i, i-1)
		})
	}},
	{"an array and one element more", func(n int) string {
		return chain(n, "entry main [k] (x0: [k]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = x%d ++ [%d]", i, i-1, i)
		})
	}},
	{"one element more and a map", func(n int) string {
		return chain(n, "entry main [k] (x0: [k]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = [%d] ++ map (+1) x%d", i, i, i-1)
		})
	}},
	{"steps of a radix sort", func(n int) string {
		n = n/4 + 1
		return chain(n, "entry main [k] (x0: [k]u32) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = let bs = map (\\x -> i64.u32 ((x >> %d) & 1)) x%d let fs = map (1-) bs let p0 = scan (+) 0 fs let p1 = scan (+) 0 bs let t = i64.sum fs in scatter (copy x%d) (map3 (\\b p q -> if b == 0 then p - 1 else t + q - 1) bs p0 p1) x%d", i, i%32, i-1, i-1, i-1)
		})
	}},
	{"the sum of many sizes", func(n int) string {
		return "entry main " + times(n, " ", func(i int) string { return fmt.Sprintf("[n%d]", i) }) + times(n, "", func(i int) string { return fmt.Sprintf(" (x%d: [n%d]i64)", i, i) }) + " : [" + times(n, " + ", func(i int) string { return fmt.Sprintf("n%d", i) }) + "]i64 = " + times(n, " ++ ", func(i int) string { return fmt.Sprintf("x%d", i) }) + "\n"
	}},
	{"sizes of each other", func(n int) string {
		return chain(n, "entry main (k: i64) =\n  let x0 = replicate k 1i64\n", func(i int) string {
			return fmt.Sprintf("let x%d = replicate (length x%d + %d) x%d[0]", i, i-1, i, i-1)
		})
	}},
	{"an array literal of rows of numbers", func(n int) string {
		return "entry main (i: i64) = map f32.sum [" + times(n, ", ", func(i int) string { return fmt.Sprintf("[%d.5f32, %d.25, -%d]", i, i, i) }) + "]\n"
	}},
	{"a function that returns many arrays", func(n int) string {
		return "def f [k] (xs: [k]i64) = (" + times(n+1, ", ", func(i int) string { return fmt.Sprintf("scan (+) 0 (map (*%d) xs)", i) }) + ")\nentry main [k] (xs: [k]i64) = let " + tuple(n+1, "a") + " = f xs in " + times(n+1, " + ", func(i int) string { return fmt.Sprintf("a%d[0]", i) }) + "\n"
	}},
	{"entry points that call the one before", func(n int) string {
		return "entry e0 [k] (xs: [k]i64) = map (+1) xs\n" + lines(n, func(i int) string {
			return fmt.Sprintf("entry e%d [k] (xs: [k]i64) = map (*%d) (e%d xs)", i, i, i-1)
		})
	}},
	{"functions that wrap the one before", func(n int) string {
		return "def f0 (g: i64 -> i64) : i64 = g 1\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d (g: i64 -> i64) : i64 = f%d (\\x -> g x + %d)", i, i-1, i)
		}) + fmt.Sprintf("entry main (x: i64) = f%d (+x)\n", n)
	}},
	{"one function of many lambdas", func(n int) string {
		return "def f 'a [k] (g: a -> a) (xs: [k]a) = map (\\x -> g (g x)) xs\n" + chain(n, "entry main [k] (x0: [k]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = f (\\x -> x * %d + k) x%d", i, i, i-1)
		})
	}},
	{"functions of arrays that call two others", func(n int) string {
		return callTree(n, func(i int) string {
			return fmt.Sprintf("def f%d [k] (x: [k]i64) = map (*%d) x", i, i)
		}, func(i int) string {
			return fmt.Sprintf("def f%d [k] (x: [k]i64) = map2 (+) (f%d (map (+%d) x)) (f%d x)", i, 2*i, i, 2*i+1)
		}) + "entry main [k] (x: [k]i64) = f1 x\n"
	}},
	{"functions that call two others", func(n int) string {
		return callTree(n, func(i int) string {
			return fmt.Sprintf("def f%d (x: i64) = x * %d", i, i)
		}, func(i int) string {
			return fmt.Sprintf("def f%d (x: i64) = f%d (x + %d) + f%d x", i, 2*i, i, 2*i+1)
		}) + "entry main (x: i64) = f1 x\n"
	}},
	{"one function at many sizes", func(n int) string {
		return "def f [k] (xs: [k]i64) = i64.sum (scan (+) 0 xs)\nentry main (x: i64) = " + times(n, " + ", func(i int) string { return fmt.Sprintf("f (replicate %d x)", i+1) }) + "\n"
	}},
	{"sizes that are constants", func(n int) string {
		return "def n0 = 10i64\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def n%d = n%d + 1\ndef f%d (xs: [n%d]i64) = i64.sum xs", i, i-1, i, i)
		}) + "entry main (x: i64) = " + times(n, " + ", func(i int) string { return fmt.Sprintf("f%d (replicate n%d x)", i+1, i+1) }) + "\n"
	}},
	{"type abbreviations of records with sizes", func(n int) string {
		return "type t0 [n] = {a: [n]i64}\n" + lines(n, func(i int) string { return fmt.Sprintf("type t%d [n] = t%d [n]", i, i-1) }) + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d [n] (x: t%d [n]) : t%d [n] = {a = map (+%d) x.a}", i, i, i-1, i)
		}) + "entry main [n] (x: t0 [n]) = x" + lines(n, func(i int) string { return fmt.Sprintf(" |> f%d", i) }) + "\n"
	}},
	{"entry points of records", func(n int) string {
		return "type t = {pos: f64, vel: f64, id: i64}\n" + lines(n, func(i int) string { return fmt.Sprintf("entry e%d (r: t) : t = r with pos = r.pos + r.vel * %d", i, i) })
	}},
	{"many arrays of one size", func(n int) string {
		return "entry main [k] " + times(n, " ", func(i int) string { return fmt.Sprintf("(a%d: [k]f64)", i) }) + " = map (\\i -> " + times(n, " + ", func(i int) string { return fmt.Sprintf("a%d[i]", i) }) + ") (iota k)\n"
	}},
}

// callTree defines functions n to 1, of which i calls 2i and 2i + 1, where there are such.
func callTree(n int, leaf, node func(i int) string) string {
	return lines(n, func(j int) string {
		i := n + 1 - j
		if 2*i+1 > n {
			return leaf(i)
		}
		return node(i)
	})
}
