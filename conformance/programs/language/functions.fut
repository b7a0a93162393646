-- Higher-order functions, closures, polymorphism, local functions, operators.
def twice 'a (f: a -> a) (x: a) : a = f (f x)
def compose 'a 'b 'c (f: b -> c) (g: a -> b) = \x -> f (g x)
def add (x: i32) (y: i32) = x + y
def (<+>) (x: i32) (y: i32) = x * 10 + y
def pair 'a 'b (a: a) (b: b) = (a, b)
def apply_all 'a [n] (f: a -> a) (xs: [n]a) = map f xs
type point 't = {x: t, y: t}
def scale (k: f32) (p: point f32) : point f32 = {x = k * p.x, y = k * p.y}
def constant = 42i32
def table = map (* 3) (iota 4)

-- ==
-- entry: higher
-- input { 3i32 } output { 5i32 19i32 8i32 34i32 }
entry higher (x: i32) =
  let inc = add 1

  in (twice inc x, twice (twice (add 4)) x, compose inc (twice inc) (x + 2), x <+> 4)

-- ==
-- entry: sections
-- input { 10i32 } output { 7i32 -7i32 5i32 2i32 }
entry sections (x: i32) =
  let p = (x, 2)
  in ((\y -> y - 3) x, (3 -) x, (/ 2) x, (.1) p)

-- ==
-- entry: pipes
-- input { [1i32, 2i32, 3i32] } output { 12i32 12i32 }
entry pipes (xs: []i32) =
  (xs |> map (* 2) |> reduce (+) 0, ((map (* 2)) >-> (reduce (+) 0)) xs)

-- ==
-- entry: closures
-- input { 4i64 } output { [0i64, 4i64, 8i64, 12i64] [4i64, 5i64, 6i64, 7i64] }
entry closures (n: i64) =
  let f (g: i64 -> i64) = map g (iota n)
  in (f (* n), f (+ n))

-- ==
-- entry: records
-- input { 2f32 } output { 2f32 4f32 }
entry records (k: f32) =
  let p = scale k {x = 1, y = 2}
  in (p.x, p.y)

-- ==
-- entry: polymorphic
-- input { 1i32 2.5f64 } output { 1i32 2.5f64 2.5f64 1i32 }
entry polymorphic (a: i32) (b: f64) =
  let (x, y) = pair a b
  let (z, w) = pair b a
  in (x, y, z, w)

-- ==
-- entry: constants
-- input { 2i64 } output { 42i32 6i64 [0i64, 3i64, 6i64, 9i64] }
entry constants (i: i64) = (constant, table[i], copy table)

-- ==
-- entry: nested
-- input { 3i64 } output { [[[0i64, 1i64], [1i64, 2i64], [2i64, 3i64]], [[1i64, 2i64], [2i64, 3i64], [3i64, 4i64]]] }
entry nested (n: i64) =
  map (\i -> apply_all (\(xs: [2]i64) -> map (+ i) xs) (map (\j -> [j, j + 1]) (iota n))) (iota 2)

-- ==
-- entry: curried
-- input { 3i32 4i32 } output { 7i32 7i32 12i32 3i32 }
entry curried (x: i32) (y: i32) =
  (curry (\(a, b) -> a + b) x y, uncurry (+) (x, y), uncurry (*) (x, y), const x y)

-- ==
-- entry: folded
-- input { [1i32, 2i32, 3i32] } output { 123i32 321i32 8i32 128i32 }
entry folded (xs: []i32) =
  (foldl (\a x -> a * 10 + x) 0 xs, foldr (\x a -> a * 10 + x) 0 xs,
   iterate 3 (* 2) 1i32, iterate_while (< 100) (* 2) 1i32)

-- | The doc comment of a constant,
-- on two lines.
def one = 1i32 -- and one behind it
-- | Of a type.
type scalars = (i32, i32)

-- ==
-- entry: commented
-- input { 1 } output { 2 }

-- | Of an entry point.
entry commented (y: i32) : i32 = -- here
  one -- and here
  + y
