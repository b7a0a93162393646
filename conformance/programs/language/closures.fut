-- Functions as values: captured arrays, functions in tuples and records,
-- functions that return functions, local polymorphism.
type^ stepper = {next: i32 -> i32, name: i32}
def make (k: i32) : stepper = {next = \x -> x * k, name = k}
def run (s: stepper) (x: i32) = s.next (s.next x) + s.name
def lookup [n] (table: [n]i32) = \(i: i64) -> table[i]
def choose 'a (xs: []a) (better: a -> a -> bool) : a =
  loop best = xs[0] for x in xs do if better x best then x else best
def twice 'a (f: a -> a) = \x -> f (f x)
def fix_first 'a 'b 'c (f: a -> b -> c) (a: a) = f a
def (|+|) (f: i32 -> i32) (g: i32 -> i32) : i32 -> i32 = \x -> f x + g x

-- ==
-- entry: fields
-- input { 2i32 5i32 } output { 22i32 }
entry fields (k: i32) (x: i32) = run (make k) x

-- ==
-- entry: captured
-- input { [10i32, 20i32, 30i32] [2i64, 0i64] } output { [30i32, 10i32] 40i32 }
entry captured (table: []i32) (is: []i64) =
  let get = lookup table
  in (map get is, get 0 + lookup table 2)

-- ==
-- entry: generic
-- input { [3i32, 1i32, 2i32] [1.5f64, 2.5f64] } output { 1i32 2.5f64 }
entry generic (xs: []i32) (ys: []f64) = (choose xs (<), choose ys (>))

-- ==
-- entry: returned
-- input { 3i32 } output { 48i32 7i32 12i32 }
entry returned (x: i32) =
  let four = twice (twice (* 2))
  let add4 = fix_first (+) 4
  in (four x, add4 x, ((* 3) |+| (+ 0)) x)

-- ==
-- entry: tupled
-- input { 3i32 } output { 4i32 9i32 }
entry tupled (x: i32) =
  let (f, g) = ((+ 1), \y -> y * x)
  in (f x, g x)

-- ==
-- entry: locals
-- input { 2i32 } output { 2i32 true [2i32, 2i32] }
entry locals (x: i32) =
  let same 'a (y: a) = y
  let many 'a (n: i64) (y: a) = replicate n (same y)
  in (same x, same true, many 2 x)

-- ==
-- entry: mapped
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[2i32, 4i32], [6i32, 8i32]] [3i32, 7i32] [[11i32, 12i32], [23i32, 24i32]] }
entry mapped [n] [m] (a: [n][m]i32) =
  let k = a[0, 1]
  let scale = map (map (* k))
  in (scale a, map (reduce (+) 0) a, map2 (\row i -> map (+ (10 * (i + 1))) row) a (map i32.i64 (indices a)))

-- ==
-- entry: operators
-- input { [1i32, 2i32, 3i32] } output { [1i32, 2i32, 6i32] 9i32 }
entry operators (xs: []i32) =
  let op k = \(x: i32) (y: i32) -> x * y * k
  in (scan (op 1) 1 xs, foldl (+) 0 xs) |> \(s, _) -> (s, s[2] + 3)

type named 'a = (i32, a)
type^ step = named (i32 -> i32)

def apply_step (s: step) (x: i32) = s.1 x + s.0
def name_of '^b (x: named b) : i32 = x.0

-- A parameter of a type that is not lifted may stand for functions, if what it makes is not put into arrays.
-- ==
-- entry: in_named_types
-- input { 5i32 } output { 20i32 }
entry in_named_types (x: i32) : i32 =
  let double: step = (3, \y -> y * 2)
  in apply_step double x + name_of double + name_of (4, x)
