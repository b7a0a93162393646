-- Second-order array combinators.
-- ==
-- entry: maps
-- input { [1i32, 2i32] [3i32, 4i32] } output { [2i32, 3i32] [4i32, 6i32] [1i32, 9i32] }
entry maps [n] (xs: [n]i32) (ys: [n]i32) =
  (map (+ 1) xs, map2 (+) xs ys, map3 (\x y i -> x + y * i32.i64 i) xs ys (indices xs) |> map2 (\i x -> x + i32.i64 i * 3) (iota n))

-- ==
-- entry: folds
-- input { [3i32, 1i32, 2i32] } output { 6i32 3i32 1i32 6i32 [3i32, 4i32, 6i32] true false }
entry folds (xs: []i32) =
  (reduce (+) 0 xs, i32.maximum xs, i32.minimum xs, i32.product xs, scan (+) 0 xs, all (> 0) xs, any (> 3) xs)

-- ==
-- entry: argmax
-- input { [3f32, 9f32, 2f32] } output { 9f32 1i64 }
entry argmax [n] (xs: [n]f32) =
  reduce (\(x, i) (y, j) -> if y > x then (y, j) else (x, i)) (-f32.inf, -1) (zip xs (iota n))

-- ==
-- entry: columns
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] } output { [9i32, 12i32] [[1i32, 2i32], [4i32, 6i32], [9i32, 12i32]] }
entry columns [n] [m] (a: [n][m]i32) =
  (reduce (map2 (+)) (replicate m 0) a, scan (map2 (+)) (replicate m 0) a)

-- ==
-- entry: scattered
-- input { [0i32, 0i32, 0i32] [2i64, 5i64, 0i64] [7i32, 8i32, 9i32] } output { [9i32, 0i32, 7i32] }
entry scattered [n] [k] (xs: *[k]i32) (is: [n]i64) (vs: [n]i32) = scatter xs is vs

-- ==
-- entry: scattered_2d
-- input { [0i64, 1i64] [1i64, 0i64] } output { [[0i32, 1i32], [2i32, 0i32]] }
entry scattered_2d [n] (is: [n]i64) (js: [n]i64) =
  scatter_2d (replicate 2 (replicate 2 0i32)) (zip is js) (map (\i -> i32.i64 i + 1) (iota n))

-- ==
-- entry: histograms
-- input { [0i64, 1i64, 0i64] [1i32, 2i32, 3i32] } output { [14i32, 12i32] [4i32, 2i32, 0i32] }
entry histograms [n] (is: [n]i64) (vs: [n]i32) =
  (reduce_by_index (replicate 2 10) (+) 0 is vs, hist (+) 0 3 is vs)

-- ==
-- entry: selected
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] } output { [2i32, 4i32] [1i32, 3i32, 5i32] [2i32, 4i32] [1i32] [2i32] [3i32, 4i32, 5i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
entry selected (xs: []i32) =
  let (odd, even) = partition (\x -> x % 2 == 1) xs
  let (one, two, more) = partition2 (== 1) (== 2) xs
  in (filter (\x -> x % 2 == 0) xs, odd, even, one, two, more)

-- ==
-- entry: inner
-- input { [3i64, 0i64, 5i64] } output { [3i64, 0i64, 10i64] [2i64, 0i64, 3i64] }
entry inner (ns: []i64) =
  (map (\n -> reduce (+) 0 (iota n)) ns,
   map (\n -> length (filter (\i -> i % 2 == 0) (iota n))) ns)

-- ==
-- entry: failing
-- input { [5i32, 0i32, 0i32] } error: division by zero
entry failing (xs: []i32) = map (10 /) xs

-- ==
-- entry: tuples
-- input { [1i32, 2i32] [3f32, 4f32] } output { [3f32, 4f32] [1i32, 2i32] [2f32, 3f32] }
entry tuples [n] (xs: [n]i32) (ys: [n]f32) =
  let zs = zip ys xs
  let (a, b) = unzip zs
  in (a, b, map (\(y, _) -> y - 1) zs)

-- ==
-- entry: tabulated
-- input { 2i64 3i64 } output { [0i64, 2i64] [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]] }
entry tabulated (n: i64) (m: i64) =
  (tabulate n (* 2), tabulate_2d n m (\i j -> 10 * i + j))

-- ==
-- entry: four_ways
-- input { [5, 1, 4, 2, 3, 0] } output { [5] [4] [2, 3] [1, 0] }
entry four_ways (xs: []i32) = partition3 (> 4) (> 3) (> 1) xs
