-- Forward mode, construct by construct. Results are formulas.

-- x³, and x² + sin x.
-- ==
-- entry: scalars
-- input { 2.0 } output { 8.0 12.0 3.5838531634528576 }
entry scalars (x: f64) =
  let (y, dy) = jvp2 (\x -> x * x * x) x 1
  in (y, dy, jvp (\x -> x * x + f64.sin x) x 1)

-- What f captures is constant.
-- ==
-- entry: captured
-- input { 3.0 } output { 3.0 }
entry captured (x: f64) = jvp (\y -> x * y) x 1

-- ==
-- entry: records
-- input { 2.0 3.0 } output { 7.0 1.0 }
entry records (x: f64) (y: f64) =
  let r = jvp (\p -> {prod = p.a * p.b, diff = p.a - p.b}) {a = x, b = y} {a = 2.0, b = 1.0}
  in (r.prod - 1, r.diff)

-- Second derivatives: x³ has 6x.
-- ==
-- entry: nested
-- input { 5.0 } output { 30.0 }
entry nested (x: f64) = jvp (\x -> jvp (\x -> x * x * x) x 1) x 1

-- ==
-- entry: maps
-- input { [1.0, 2.0, 3.0] } output { [2.0, 4.0, 6.0] }
entry maps (xs: []f64) = jvp (map (\x -> x * x)) xs (map (const 1) xs)

-- A sum of squares.
-- ==
-- entry: sums
-- input { [1.0, 2.0, 3.0] [1.0, 0.0, 2.0] } output { 14.0 14.0 }
-- input { empty([0]f64) empty([0]f64) } output { 0.0 0.0 }
entry sums [n] (xs: [n]f64) (ts: [n]f64) = jvp2 (\xs -> f64.sum (map2 (*) xs xs)) xs ts

-- ==
-- entry: products
-- input { [2.0, 3.0, 4.0] } output { 26.0 }
entry products (xs: []f64) = jvp (reduce (*) 1) xs (map (const 1) xs)

-- ==
-- entry: least
-- input { [4.0, 2.0, 3.0] } output { 7.0 4.0 }
entry least [n] (xs: [n]f64) =
  (jvp f64.minimum xs (tabulate n (\i -> f64.i64 i + 6)), jvp f64.maximum xs (tabulate n (\i -> f64.i64 i + 4)))

-- Prefixes of products: derivatives of prefix products along ones.
-- ==
-- entry: prefixes
-- input { [2.0, 3.0, 4.0] } output { [1.0, 5.0, 26.0] }
entry prefixes (xs: []f64) = jvp (scan (*) 1) xs (map (const 1) xs)

-- x ↦ x^(2^n) by squaring: n·… the derivative of x⁸ at 2.
-- ==
-- entry: loops
-- input { 2.0 3i64 } output { 1024.0 }
-- input { 2.0 0i64 } output { 1.0 }
entry loops (x: f64) (n: i64) = jvp (\x -> loop y = x for _i < n do y * y) x 1

-- Newton's iteration for √x, until it stands.
-- ==
-- entry: newton
-- input { 4.0 } output { 0.25 }
entry newton (x: f64) =
  jvp (\x ->
         (.0) (loop (y, d) = (x, 1.0) while d > 1e-13 do
                 let z = (y + x / y) / 2 in (z, f64.abs (z - y)))) x 1

-- ==
-- entry: branches
-- input { 2.0 } output { 4.0 [0.0, 1.0] }
-- input { -2.0 } output { -1.0 [1.0, 0.0] }
entry branches (x: f64) =
  (jvp (\x -> if x > 0 then x * x else 5 - x) x 1, jvp (\x -> if x > 0 then [1, x] else [x, 1]) x 1)

-- Updates: xs with [1] = x·xs[1].
-- ==
-- entry: updates
-- input { [1.0, 2.0, 3.0] 4.0 } output { [0.0, 2.0, 0.0] }
entry updates (xs: *[]f64) (x: f64) = jvp (\x -> copy xs with [1] = x * xs[1]) x 1

-- ==
-- entry: slices
-- input { [1.0, 2.0, 3.0, 4.0] } output { [4.0, 6.0] }
entry slices [n] (xs: [n]f64) = jvp (\xs -> map (\x -> x * x) xs[1:3]) xs (replicate n 1)

-- ==
-- entry: views
-- input { [[1.0, 2.0], [3.0, 4.0]] } output { [2.0, 6.0, 4.0, 8.0] }
entry views [n] [m] (xss: [n][m]f64) =
  jvp (\xss -> flatten (transpose (map (map (\x -> x * x)) xss))) xss (map (map (const 1)) xss)

-- ==
-- entry: writes
-- input { [1.0, 2.0, 3.0] [2i64, 0i64, -1i64] [5.0, 6.0, 7.0] } output { [12.0, 0.0, 10.0] }
entry writes [n] (xs: [n]f64) (is: [n]i64) (vs: [n]f64) =
  jvp (\vs -> scatter (copy xs) is (map (\v -> v * v) vs)) vs (replicate n 1)

-- ==
-- entry: bins
-- input { [1.0, 2.0, 3.0] [2i64, 0i64, 2i64] [5.0, 6.0, 7.0] } output { [1.0, 0.0, 2.0] [7.0, 1.0, 71.0] }
entry bins [n] (xs: [n]f64) (is: [n]i64) (vs: [n]f64) =
  (jvp (\vs -> hist (+) 0 n is vs) vs (replicate n 1),
   jvp (\(xs, vs) -> reduce_by_index (copy xs) (*) 1 is vs) (xs, vs) (replicate n 1, replicate n 1))

-- Integers have no derivative.
-- ==
-- entry: integers
-- input { 2.0 3i64 } output { 3.0 0i64 }
entry integers (x: f64) (i: i64) = jvp (\(x, i) -> (x * f64.i64 i, i + 1)) (x, i) (1, 7)

-- Only the bins vary. (Their derivative was lost once.)
-- ==
-- entry: bins_alone
-- input { [1.0, 2.0] } output { [1.0, 3.0] [1.0, 3.0] }
entry bins_alone (xs: [2]f64) =
  (jvp (\xs -> reduce_by_index (copy xs) (+) 0 [0, 1] [1.0, 3.0]) xs [1, 3],
   vjp (\xs -> reduce_by_index (copy xs) (*) 1 [1, 5] [3.0, 3.0]) xs [1, 1])
