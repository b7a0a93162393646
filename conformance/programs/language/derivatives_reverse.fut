-- Reverse mode, construct by construct. Results are formulas.

-- ==
-- entry: scalars
-- input { 2.0 } output { 8.0 12.0 3.5838531634528576 }
entry scalars (x: f64) =
  let (y, dy) = vjp2 (\x -> x * x * x) x 1
  in (y, dy, vjp (\x -> x * x + f64.sin x) x 1)
-- ==
-- entry: captured
-- input { 3.0 } output { 3.0 }
entry captured (x: f64) = vjp (\y -> x * y) x 1
-- ==
-- entry: nested
-- input { 5.0 } output { 30.0 30.0 30.0 }
entry nested (x: f64) = (vjp (\x -> vjp (\x -> x * x * x) x 1) x 1, vjp (\x -> jvp (\x -> x * x * x) x 1) x 1, jvp (\x -> vjp (\x -> x * x * x) x 1) x 1)
-- ==
-- entry: maps
-- input { [1.0, 2.0, 3.0] } output { [2.0, 4.0, 6.0] }
entry maps (xs: []f64) = vjp (map (\x -> x * x)) xs (map (const 1) xs)
-- ==
-- entry: sums
-- input { [1.0, 2.0, 3.0]} output { 14.0 [2.0,4.0,6.0] }
-- input { empty([0]f64) } output { 0.0 empty([0]f64) }
entry sums [n] (xs: [n]f64) = vjp2 (\xs -> f64.sum (map2 (*) xs xs)) xs 1
-- ==
-- entry: products
-- input { [2.0, 3.0, 4.0] } output { [12.0,8.0,6.0] }
-- input { [2.0, 0.0, 4.0] } output { [0.0,8.0,0.0] }
-- input { [0.0, 0.0, 4.0] } output { [0.0,0.0,0.0] }
entry products (xs: []f64) = vjp (reduce (*) 1) xs 1
-- ==
-- entry: least
-- input { [4.0, 2.0, 3.0,2.0] } output { [0.0,1.0,0.0,0.0] [1.0,0.0,0.0,0.0] }
entry least [n] (xs: [n]f64) = (vjp f64.minimum xs 1, vjp f64.maximum xs 1)
-- ==
-- entry: prefixes
-- input { [2.0, 3.0, 4.0] } output { [16.0, 10.0, 6.0] }
entry prefixes (xs: []f64) = vjp (scan (*) 1) xs (map (const 1) xs)
-- ==
-- entry: presum
-- input { [2.0, 3.0, 4.0] } output { [3.0, 2.0, 1.0] }
entry presum (xs: []f64) = vjp (scan (+) 0) xs (map (const 1) xs)
-- ==
-- entry: loops
-- input { 2.0 3i64 } output { 1024.0 }
-- input { 2.0 0i64 } output { 1.0 }
entry loops (x: f64) (n: i64) = vjp (\x -> loop y = x for _i < n do y * y) x 1
-- ==
-- entry: newton
-- input { 4.0 } output { 0.25 }
entry newton (x: f64) =
  vjp (\x ->
         (.0) (loop (y, d) = (x, 1.0) while d > 1e-13 do
                 let z = (y + x / y) / 2 in (z, f64.abs (z - y)))) x 1
-- ==
-- entry: branches
-- input { 2.0 } output { 4.0 3.0 }
-- input { -2.0 } output { -1.0 2.0 }
entry branches (x: f64) =
  (vjp (\x -> if x > 0 then x * x else 5 - x) x 1, vjp (\x -> if x > 0 then [1, x] else [x, 1]) x [2, 3])
-- ==
-- entry: updates
-- input { [1.0, 2.0, 3.0] 4.0 } output { 2.0 [1.0,4.0,1.0] }
entry updates (xs: []f64) (x: f64) = (vjp (\x -> copy xs with [1] = x * xs[1]) x (map (const 1) xs), vjp (\xs -> copy xs with [1] = x * xs[1]) xs (map (const 1) xs))
-- ==
-- entry: slices
-- input { [1.0, 2.0, 3.0, 4.0] } output { [0.0,4.0, 6.0,0.0] }
entry slices [n] (xs: [n]f64) = vjp (\xs -> map (\x -> x * x) xs[1:3] :> [2]f64) xs [1, 1]
-- ==
-- entry: matmul
-- input { [[1.0,2.0],[3.0,4.0]] [[5.0,6.0],[7.0,8.0]] } output { [[11.0,15.0],[11.0,15.0]] [[4.0,4.0],[6.0,6.0]] }
entry matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) = vjp (\(a, b) -> map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a) (a, b) (replicate n (replicate p 1))
-- ==
-- entry: bins
-- input { [1.0, 2.0, 3.0] [2i64, 0i64, 2i64] [5.0, 6.0, 7.0] } output { [1.0, 1.0, 1.0] [6.0,1.0,35.0] [21.0,1.0,15.0] }
entry bins [n] (xs: [n]f64) (is: [n]i64) (vs: [n]f64) =
  let (a, b) = vjp (\(xs, vs) -> reduce_by_index (copy xs) (*) 1 is vs) (xs, vs) (replicate n 1)
  in (vjp (\vs -> hist (+) 0 n is vs) vs (replicate n 1), a, b)
-- ==
-- entry: gathers
-- input { [1.0, 2.0, 3.0] [2i64, 0i64, 2i64,2i64]} output { [2.0,0.0,18.0] }
entry gathers [n] [m] (xs: [n]f64) (is: [m]i64) = vjp (\xs -> f64.sum (map (\i -> xs[i] * xs[i]) is)) xs 1
-- ==
-- entry: writes
-- input { [1.0, 2.0, 3.0] [2i64, 0i64, -1i64] [5.0, 6.0, 7.0] } output { [0.0,1.0,0.0] [10.0,12.0,0.0] }
entry writes [n] (xs: [n]f64) (is: [n]i64) (vs: [n]f64) =
  vjp (\(xs, vs) -> scatter (copy xs) is (map (\v -> v * v) vs)) (xs, vs) (replicate n 1)
