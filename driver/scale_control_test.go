package driver_test

import (
	"fmt"
	"strings"
)

// control are families of branches, cases and loops.
var control = []family{
	{"loops within each other that make arrays", func(n int) string {
		n = n/4 + 1
		return "entry main [k] (x0: [k]i64) =\n" + lines(n, func(i int) string { return fmt.Sprintf("  loop x%d = x%d for i%d < 2 do", i, i-1, i) }) + fmt.Sprintf("  map (+1) x%d\n", n)
	}},
	{"loops within each other that each start from a new array", func(n int) string {
		n = n/4 + 1
		return "entry main [k] (x0: [k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  loop x%d = map (+%d) x%d for i%d < 2 do", i, i, i-1, i)
		}) + fmt.Sprintf("  map (+1) x%d\n", n)
	}},
	{"nested loops and arrays after them", func(n int) string {
		n = n/4 + 1
		return "entry main [k] (x0: [k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let y%d = loop x%d = x%d for i%d < 2 do", i, i, i-1, i)
		}) + fmt.Sprintf("  map (+1) x%d\n", n) + lines(n, func(i int) string { return fmt.Sprintf("  in map (*%d) y%d", i, n+1-i) })
	}},
	{"loops of four variables", func(n int) string {
		return "entry main (a0: i64) (b0: f64) (c0: i64) (d0: bool) =\n" + lines(n, func(i int) string {
			j := i - 1
			return fmt.Sprintf("  let (a%d, b%d, c%d, d%d) = loop (a, b, c, d) = (a%d, b%d, c%d, d%d) for i < a%d do (a + c, b * 2, c - i, !d)", i, i, i, i, j, j, j, j, j)
		}) + fmt.Sprintf("  in (a%d, b%d, c%d, d%d)\n", n, n, n, n)
	}},
	{"a loop of many branches", func(n int) string {
		return "entry main [k] (code: [k]i64) = loop s = 0 for op in code do\n" + lines(n, func(i int) string { return fmt.Sprintf("  if op == %d then s * %d + op else", i, i) }) + "  s\n"
	}},
	{"a loop of many branches that update", func(n int) string {
		return "entry main [k] (code: [k]i64) (mem: *[k]i64) = loop m = mem for op in code do\n" + lines(n, func(i int) string { return fmt.Sprintf("  if op == %d then m with [%d] = m[op] else", i, i) }) + "  m\n"
	}},
	{"a loop of many cases that update", func(n int) string {
		return "entry main [k] (code: [k]i64) (mem: *[k]i64) = loop m = mem for op in code do match op\n" + lines(n, func(i int) string { return fmt.Sprintf("  case %d -> m with [%d] = m[op]", i, i) }) + "  case _ -> m\n"
	}},
	{"a loop of many branches that make arrays", func(n int) string {
		return "entry main [k] (code: [k]i64) (mem: [k]i64) = loop m = mem for op in code do\n" + lines(n, func(i int) string { return fmt.Sprintf("  if op == %d then map (+%d) m else", i, i) }) + "  m\n"
	}},
	{"ifs of tuples of arrays", func(n int) string {
		return "entry main [k] (x: i64) (a: [k]i64) (b: [k]i64) =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  if x == %d then (map (+%d) a, b) else", i, i)
		}) + "  (b, a)\n"
	}},
	{"a match of many cases", func(n int) string {
		return "entry main (x: i64) (y: i64) = match x\n" + lines(n, func(i int) string { return fmt.Sprintf("  case %d -> y * %d", i, i*7) }) + "  case _ -> 0\n"
	}},
	{"a match of pairs", func(n int) string {
		return "entry main (x: i64) (y: i64) = match (x, y)\n" + lines(n, func(i int) string { return fmt.Sprintf("  case (%d, %d) -> y * %d", i, i/3, i*7) }) + "  case (a, b) -> a + b\n"
	}},
	{"cases that make arrays", func(n int) string {
		return "entry main [k] (x: i64) (y: [k]i64) = match x\n" + lines(n, func(i int) string { return fmt.Sprintf("  case %d -> map (+%d) y", i, i*7) }) + "  case _ -> y\n"
	}},
	{"a match of as many constructors", func(n int) string {
		return "type t = #c0 i64\n" + lines(n, func(i int) string { return fmt.Sprintf("  | #c%d i64", i) }) +
			"entry main [k] (xs: [k]i64) = map (\\x -> let v: t = if x > 2 then #c1 x else #c0 (x + 1) in match v case #c0 y -> y\n" +
			lines(n, func(i int) string { return fmt.Sprintf("  case #c%d y -> y * %d", i, i*7) }) + "  ) xs\n"
	}},
	{"constructors chosen one after the other", func(n int) string {
		return "type t = #c0" + times(n, "", func(i int) string { return fmt.Sprintf(" | #c%d", i+1) }) +
			"\ndef f (x: i64): t = " + lines(n, func(i int) string { return fmt.Sprintf("if x == %d then #c%d else", i, i) }) + "  #c0\nentry main (x: i64) = f x == #c1\n"
	}},
	{"matches on sums in a chain", func(n int) string {
		return "type t = #a i64 | #b i64 bool | #c\nentry main (y: i64) = let x0: t = #a y\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d: t = match x%d case #a k -> (if k > %d then #b k true else #c) case #b k b -> (if b then #a (k - 1) else #b k (k > %d)) case #c -> #a %d", i, i-1, i, i, i)
		}) + fmt.Sprintf("  in match x%d case #a k -> k case #b k _ -> -k case #c -> 0\n", n)
	}},
	{"functions of sums of arrays", func(n int) string {
		n *= 3 // so that the largest that is inlined everywhere is among few, too
		return "type t [k] = #a ([k]i64) | #b i64\ndef f0 [k] (x: t [k]): t [k] = x\n" + lines(n, func(i int) string {
			return fmt.Sprintf("def f%d [k] (x: t [k]): t [k] = match f%d x case #a v -> #a (map (+%d) v) case #b y -> #b (y * %d)", i, i-1, i, i)
		}) + fmt.Sprintf("entry main [k] (xs: [k]i64) = match f%d (#a xs) case #a v -> v case #b y -> replicate k y\n", n)
	}},
	{"a match with nested patterns", func(n int) string {
		return "type u = #p i64 | #q bool\ntype t = #a u u | #b (i64, u) | #c\nentry main [k] (xs: [k]i64) = map (\\x -> let v: t = if x > 2 then #a (#p x) (#q (x > 3)) else #b (x, #p 1) in match v\n" +
			lines(n, func(i int) string {
				return fmt.Sprintf("  case #a (#p %d) (#q true) -> x * %d\n  case #b (%d, #p y) -> y", i, i*7, i)
			}) + "  case _ -> 0) xs\n"
	}},
	{"constructors that nothing annotates within each other", func(n int) string {
		return "def f (x: i64): i64 =\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let y%d = match (if x > %d then #a x else #b : #a i64 | #b) case #a y -> y case #b -> %d", i, i, i)
		}) + "  in " + strings.Repeat("y1 + ", 3) + fmt.Sprintf("y%d\nentry main (x: i64) = f x\n", n)
	}},
	{"matches in a chain", func(n int) string {
		return chain(n, "entry main (x0: i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = match (x%d, %d < x%d) case (0, true) -> 1 case (1, b) -> if b then 2 else 3 case (c, _) -> c + %d", i, i-1, i, i-1, i)
		})
	}},
	{"ifs in a loop in a map", func(n int) string {
		return "entry main [k] (ys: [k]i64) = map (\\y -> loop x0 = y for j < 10 do\n" + lines(n, func(i int) string {
			return fmt.Sprintf("  let x%d = if x%d %% %d == j then (if x%d > %d then x%d / 2 else x%d + j) else x%d * 3", i, i-1, i+1, i-1, i, i-1, i-1, i-1)
		}) + fmt.Sprintf("  in x%d) ys\n", n)
	}},
	{"loops over the elements", func(n int) string {
		return chain(n, "entry main [k] (xs: [k]i64) =\n  let x0 = 0\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop a = x%d for v in xs do a * v + %d", i, i-1, i)
		})
	}},
	{"while loops that make arrays", func(n int) string {
		return chain(n, "entry main [k] (x0: [k]i64) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = loop xs = x%d while xs[0] < %d do map (+%d) xs", i, i-1, i*10, i)
		})
	}},
	{"folds from the right", func(n int) string {
		return chain(n, "entry main [k] (xs: [k]i64) =\n  let x0 = 0i64\n", func(i int) string {
			return fmt.Sprintf("let x%d = foldr (\\a s -> a * s + %d) x%d (reverse xs)", i, i, i-1)
		})
	}},
	{"lambdas of tuples within each other", func(n int) string {
		return chain(n, "entry main (x0: (i64, (f64, bool))) =\n", func(i int) string {
			return fmt.Sprintf("let x%d = (\\(a, (b, c)) -> if c then (a + %d, (b, false)) else (a, (b * %d, true))) x%d", i, i, i, i-1)
		})
	}},
}
