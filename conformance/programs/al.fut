-- The examples of AL, the array language of the second chapter of Dybdal's thesis (2017), by its
-- operations: backpermute reads by a function on indices, permute writes by one that may drop
-- elements. The thesis prints the results of the scans and of the segmented sums; the others are
-- from Python.

-- ==
-- entry: squares
-- input { } output { 0i64 1i64 998001i64 332833500i64 }
-- ==
-- entry: scans
-- input { [5i64, 1i64, 4i64, 8i64, 0i64, 7i64, 1i64, 3i64] }
-- output { [0i64, 5i64, 6i64, 10i64, 18i64, 18i64, 25i64, 26i64] [5i64, 6i64, 10i64, 18i64, 18i64, 25i64, 26i64, 29i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }
-- ==
-- entry: replicated
-- input { 3i64 2.5 } output { [2.5, 2.5, 2.5] }
-- ==
-- entry: gathered
-- input { [10.0, 20.0, 30.0] [2i64, 0i64, 1i64, 2i64] } output { [30.0, 10.0, 20.0, 30.0] }
-- ==
-- entry: scattered
-- input { [0.0, 0.0, 0.0, 0.0] [3i64, 0i64] [1.5, 2.5] } output { [2.5, 0.0, 0.0, 1.5] }
-- ==
-- entry: permuted
-- input { [1i64, 1i64, 1i64] [5i64, 1i64, 4i64, 8i64, 0i64, 7i64, 1i64] } output { [7i64, 2i64, 12i64] }
-- ==
-- entry: reversed
-- input { [1i64, 2i64, 3i64] } output { [3i64, 2i64, 1i64] }
-- ==
-- entry: filtered
-- input { [5i64, 1i64, 4i64, 8i64, 0i64, 7i64, 1i64, 3i64] } output { [5i64, 4i64, 8i64, 7i64] }
-- input { [1i64, 2i64] } output { empty([0]i64) }
-- ==
-- entry: f
-- input { [100.0, 250.0] } output { [2.0, 3.5] } allocs: 1
-- ==
-- entry: g
-- input { [100.0, 250.0] } output { [1.0, 2.5] [101.0, 251.0] } allocs: 2
-- ==
-- entry: normalizeInc
-- input { [1.0, 3.0, 4.0] } output { [0.25, 0.5, 0.625] }
-- ==
-- entry: segReduce
-- input { [0.17, 2.0, 0.4, 1.0, 0.8, 9.0] [1i64, 3i64, 2i64] } output { [0.17, 3.4, 9.8] }
-- input { [1.0, 2.0] [0i64, 2i64, 0i64] } output { [0.0, 3.0, 0.0] }
-- ==
-- entry: smvm
-- input { [2i64, 0i64, 1i64, 2i64, 0i64, 2i64] [0.17, 2.0, 0.4, 1.0, 0.8, 9.0] [0i64, 1i64, 4i64, 6i64] [1.0, 1.0, 1.0] } output { [0.17, 3.4, 9.8] }
-- input { [2i64, 0i64, 1i64, 2i64, 0i64, 2i64] [0.17, 2.0, 0.4, 1.0, 0.8, 9.0] [0i64, 1i64, 4i64, 6i64] [1.0, 2.0, 3.0] } output { [0.51, 5.8, 27.8] }
-- ==
-- entry: smvm_flat
-- input { [2i64, 0i64, 1i64, 2i64, 0i64, 2i64] [0.17, 2.0, 0.4, 1.0, 0.8, 9.0] [1i64, 3i64, 2i64] [1.0, 1.0, 1.0] } output { [0.17, 3.4, 9.8] }
-- input { [2i64, 0i64, 1i64, 2i64, 0i64, 2i64] [0.17, 2.0, 0.4, 1.0, 0.8, 9.0] [1i64, 3i64, 2i64] [1.0, 2.0, 3.0] } output { [0.51, 5.8, 27.8] }
-- ==
-- entry: alike
-- input { 200i64 } output { true }

def backpermute [m] 't (n: i64) (f: i64 -> i64) (xs: [m]t) : [n]t = map (\i -> xs[f i]) (iota n)

-- Elements that go to one place are combined with what is there; f says where one goes, and
-- whether it does.
def permute [n] [m] 't (combine: t -> t -> t) (ne: t) (f: i64 -> (i64, bool)) (defaults: [m]t) (xs: [n]t) : [m]t =
  let places = map (\i -> let (place, keep) = f i in if keep then place else -1) (iota n)
  in reduce_by_index (copy defaults) combine ne places xs

def exclusive [n] (xs: [n]i64) : [n]i64 =
  map2 (-) (scan (+) 0 xs) xs

entry squares =
  let xs = map (\x -> x * x) (iota 1000)
  in (xs[0], xs[1], xs[999], reduce (+) 0 xs)

entry scans [n] (xs: [n]i64) : ([n]i64, [n]i64) = (exclusive xs, scan (+) 0 xs)

entry replicated (n: i64) (x: f64) : [n]f64 = map (\_ -> x) (iota n)

entry gathered [n] [m] (xs: [n]f64) (at: [m]i64) : [m]f64 = backpermute m (\i -> at[i]) xs

entry scattered [n] [m] (defaults: [n]f64) (at: [m]i64) (xs: [m]f64) : [n]f64 =
  permute (\_ x -> x) 0 (\i -> (at[i], true)) defaults xs

-- By remainder, without the fourth.
entry permuted [m] [n] (defaults: [m]i64) (xs: [n]i64) : [m]i64 =
  permute (+) 0 (\i -> (i % 3, i != 3)) defaults xs

entry reversed [n] (xs: [n]i64) : [n]i64 = backpermute n (\i -> n - 1 - i) xs

entry filtered [n] (xs: [n]i64) : []i64 =
  let keep = map (> 3) xs
  let ones = map i64.bool keep
  let at = exclusive ones
  let count = reduce (+) 0 ones
  in permute (\_ x -> x) 0 (\i -> (at[i], keep[i])) (replicate count 0) xs

entry f [n] (xs: [n]f64) : [n]f64 = map (+ 1) (map (/ 100) xs)

entry g [n] (xs: [n]f64) : ([n]f64, [n]f64) = (map (/ 100) xs, map (+ 1) xs)

entry normalizeInc [n] (xs: [n]f64) : [n]f64 =
  let sum = reduce (+) 0 xs
  in map (/ sum) (map (+ 1) xs)

-- Sums of segments, as differences of a segmented scan's flags.
entry segReduce [n] [m] (xs: [n]f64) (lengths: [m]i64) : [m]f64 =
  let ends = scan (+) 0 lengths
  let starts = map2 (-) ends lengths
  let flags = reduce_by_index (replicate n false) (||) false (map2 (\s l -> if l > 0 then s else -1) starts lengths) (replicate m true)
  let sums = scan (\(a, x) (b, y) -> (a || b, if b then y else x + y)) (false, 0) (zip flags xs)
  in map2 (\e l -> if l > 0 then sums[e - 1].1 else 0) ends lengths

entry smvm [n] [r] [m] (columns: [n]i64) (values: [n]f64) (starts: [r]i64) (x: [m]f64) : []f64 =
  map (\i -> loop sum = 0 for j < starts[i + 1] - starts[i] do let k = starts[i] + j in sum + values[k] * x[columns[k]]) (iota (r - 1))

entry smvm_flat [n] [r] [m] (columns: [n]i64) (values: [n]f64) (lengths: [r]i64) (x: [m]f64) : [r]f64 =
  segReduce (map2 (*) values (backpermute n (\i -> columns[i]) x)) lengths

-- A matrix of small ints, of which all sums are exact, by both.
entry alike (r: i64) : bool =
  let lengths = map (\i -> i * 7 % 5) (iota r)
  let starts = [0] ++ scan (+) 0 lengths
  let n = starts[r]
  let columns = map (\k -> k * k % 97) (iota n)
  let values = map (\k -> f64.i64 (k % 13 - 6)) (iota n)
  let x = map (\i -> f64.i64 (i % 11)) (iota 97)
  in and (map2 (==) (sized r (smvm columns values starts x)) (smvm_flat columns values lengths x))
