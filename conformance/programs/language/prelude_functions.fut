-- Functions of the prelude, on empty arrays, too. Expected results: Futhark 0.25.32.

-- ==
-- entry: partitions
-- input { [1,5,0,3,-2,2] }
-- output { [5, 3] [1, 0, -2, 2] [5, 3] [0, -2] [1, 2] 2i64 }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) 0i64 }
entry partitions (xs: []i32) =
  let (a, b) = partition (> 2) xs
  let (c, d, e) = partition2 (> 2) (< 1) xs
  in (a, b, c, d, e, length a)

-- ==
-- entry: zips
-- input { 3i64 }
-- output { [2f32, 5f32, 8f32] [2f32, 4f32, 6f32] [false, true, false] [2u8, 2u8, 2u8] }
-- input { 0i64 }
-- output { empty([0]f32) empty([0]f32) empty([0]bool) empty([0]u8) }
entry zips (n: i64) =
  let z = zip5 (iota n) (replicate n true) (map f32.i64 (iota n)) (rep 2u8) (map (\i -> [i, i]) (iota n))
  let (a, b, c, d, e) = unzip5 z
  let (f, g, h, i) = unzip4 (zip4 a b c d)
  let (j, k, l) = unzip3 (zip3 f g h)
  in (map5 (\a b c d e -> if b then f32.i64 a + c + f32.u8 d + f32.i64 e[0] else 0) a b c d e, map4 (\f g h i -> f32.i64 f + f32.bool g * h + f32.u8 i) j k l i, map3 (\a b c -> a > 0 && b && c < 2) j k l, (unzip2 (zip2 i d)).1)

-- ==
-- entry: iterations
-- input { 3 1i64 }
-- output { 8i64 50i64 57i64 [4i64, 5i64] }
-- input { 0 60i64 }
-- output { 60i64 60i64 60i64 [60i64, 2i64] }
entry iterations (n: i32) (x: i64) = (iterate n (* 2) x, iterate_while (< 50) (+ 7) x, iterate_until (> 50) (+ 7) x, iterate n (map (+ 1)) [x, 2])

-- ==
-- entry: pipes
-- input { [1,2,3] }
-- output { 10 12 12 12 7 }
entry pipes (xs: []i32) = (xs |> filter (> 1) |> map (* 2) |> reduce (+) 0, reduce (+) 0 <| map (* 2) <| xs, (map (* 2) >-> i32.sum) xs, (i32.sum <-< map (* 2)) xs, (uncurry (+) <-< (\x -> (x, x + 1))) 3)

-- ==
-- entry: of_records
-- input { [1,5,0,3,-2,2] }
-- output { [0f32, -2f32, 2f32] [1, 5, 3] }
entry of_records (xs: []i32) =
  let (a, b) = partition (\{k, v = _} -> k % 2 == 0) (map (\x -> {k = x, v = (x, f32.i32 x)}) xs)
  in (map (.v.1) a, map (.v.0) b)

-- ==
-- entry: rows
-- input { [[1,2],[3,4],[0,9]] }
-- output { [[3, 4], [0, 9]] }
-- input { [[0],[1]] }
-- output { empty([0][1]i32) }
entry rows (a: [][]i32) = filter (\r -> i32.sum r > 3) a

-- ==
-- entry: tabulated
-- input { 3i64 }
-- output { [0i64, 1i64, 4i64] [[0i64, 1i64], [10i64, 11i64], [20i64, 21i64]] [[[0i64, 1i64], [1i64, 2i64], [2i64, 3i64]], [[1i64, 2i64], [2i64, 3i64], [3i64, 4i64]]] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0][2]i64) empty([2][0][2]i64) }
entry tabulated (n: i64) = (tabulate n (** 2), tabulate_2d n 2 (\i j -> i * 10 + j), tabulate_3d 2 n 2 (\i j k -> i + j + k))

-- ==
-- entry: flattened
-- input { [[[[1,2],[3,4]],[[5,6],[7,8]],[[9,10],[11,12]]],[[[1,2],[3,4]],[[5,6],[7,8]],[[9,10],[11,12]]]] }
-- output { [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]], [[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]] [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]] [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] }
entry flattened (a: [2][3][2][2]i32) = (flatten a, flatten_3d a, flatten_4d a, flatten (map (map flatten) a))

-- ==
-- entry: unflattened
-- input { [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24] }
-- output { [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18], [19, 20, 21, 22, 23, 24]] [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], [[13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24]]] [[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]], [[[13, 14], [15, 16]], [[17, 18], [19, 20]], [[21, 22], [23, 24]]]] }
entry unflattened (xs: [24]i32) = (unflatten (xs :> [4 * 6]i32), unflatten_3d (xs :> [2 * 3 * 4]i32), unflatten_4d (xs :> [2 * 3 * 2 * 2]i32))

-- ==
-- entry: folds
-- input { [1,2,3] }
-- output { 4 -8 6 3 true true true false }
-- input { empty([0]i32) }
-- output { 10 10 0 -2147483648 true false true false }
entry folds (xs: []i32) = (foldl (-) 10 xs, foldr (-) 10 xs, reduce_comm (+) 0 xs, reduce i32.max i32.lowest xs, all (> 0) xs, any (> 2) xs, and (map (> 0) xs), or (map (< 0) xs))

-- ==
-- entry: curry
-- input { 3 1 }
-- output { 2 2 -2 3 3 }
entry curry (x: i32) (y: i32) = (curry (\(a, b) -> a - b) x y, uncurry (-) (x, y), flip (-) x y, const x y, id x)

-- ==
-- entry: ends
-- input { [1,2,3] }
-- output { 1 3 [2, 3] [1, 2] [1, 2] [2, 3] [3, 2, 1] [2, 3, 1] [3, 1, 2] [2, 3, 1] false 3i64 }
-- input { [1] }
-- error: out of bounds
-- input { empty([0]i32) }
-- error: out of bounds
entry ends (xs: []i32) = (head xs, last xs, tail xs, init xs, take 2 xs, drop 1 xs, reverse xs, rotate 1 xs, rotate (-1) xs, rotate 100 xs, null xs, length xs)

-- ==
-- entry: splits
-- input { 1i64 [1,2,3] }
-- output { [1] [2, 3] }
-- input { 3i64 [1,2,3] }
-- output { [1, 2, 3] empty([0]i32) }
entry splits (n: i64) (xs: []i32) = let (a, b) = split (xs :> [n + (length xs - n)]i32) in (a, b)

-- ==
-- entry: joined
-- input { [1,2] [3] }
-- output { [1, 2, 3, 1, 2, 3, 1, 2] }
entry joined (xs: []i32) (ys: []i32) = concat (concat xs ys) (xs ++ ys ++ [1, 2])

-- ==
-- entry: transposed
-- input { [[1,2,3],[4,5,6]] }
-- output { [[1, 4], [2, 5], [3, 6]] [[3, 2, 1], [6, 5, 4]] [[4, 5, 6], [1, 2, 3]] [[4, 1], [5, 2], [6, 3]] [[1, 4], [3, 9], [6, 15]] }
-- input { empty([0][3]i32) }
-- output { empty([3][0]i32) empty([0][3]i32) empty([0][3]i32) empty([3][0]i32) empty([3][0]i32) }
-- input { empty([3][0]i32) }
-- output { empty([0][3]i32) empty([3][0]i32) empty([3][0]i32) empty([0][3]i32) empty([0][3]i32) }
entry transposed (a: [][]i32) = (transpose a, map reverse a, reverse a, map (rotate 1) (transpose a), transpose (map (scan (+) 0) a))

-- ==
-- entry: irregular
-- input { 6i64 }
-- output { [0i64, 0i64, 1i64, 3i64, 6i64, 10i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
entry irregular (n: i64) = map (\i -> reduce (+) 0 (iota i)) (iota n)

-- ==
-- entry: irregular_filters
-- input { [0i64,1i64,2i64,7i64,10i64] }
-- output { [0i64, 0i64, 1i64, 12i64, 27i64] [0i64, 0i64, 1i64, 4i64, 6i64] [-1i64, -1i64, 1i64, 5i64, 8i64] }
entry irregular_filters (ns: []i64) = map (\n -> let xs = filter (\x -> x % 3 != 0) (iota n) in (i64.sum xs, length xs, if null xs then -1 else last xs)) ns |> unzip3

-- ==
-- entry: irregular_scans
-- input { [0i64,1i64,2i64,7i64,10i64] }
-- output { [0i64, 0i64, 0i64, 35i64, 120i64] }
entry irregular_scans (ns: []i64) = map (\n -> map (\m -> i64.sum (scan (+) 0 (iota m))) (iota n) |> reduce i64.max 0) ns

-- ==
-- entry: irregular_parts
-- input { 4i64 5i64 }
-- output { [5001i64, 4001i64, 3002i64, 2006i64] }
entry irregular_parts (n: i64) (k: i64) = map (\i -> let (a, b) = partition (< i) (iota k) in i64.product (map (+ 1) a) + length b * 1000) (iota n)

def mul_of_matrices ((a, b), (c, d)) ((e, f), (g, h)) : ((i32, i32), (i32, i32)) = ((a * e + b * g, a * f + b * h), (c * e + d * g, c * f + d * h))
-- ==
-- entry: of_matrices
-- input { 10i64 }
-- output { [1, 1, 2, 3, 5, 8, 13, 21, 34, 55] }
entry of_matrices (n: i64) = scan mul_of_matrices ((1, 0), (0, 1)) (replicate n ((1, 1), (1, 0))) |> map (\((_, b), _) -> b)

-- ==
-- entry: of_rows
-- input { [[1,2],[3,4],[5,6]] }
-- output { [[1, 2], [4, 6], [9, 12]] }
entry of_rows (a: [][]i32) = scan (map2 (+)) (replicate 2 0) (a :> [][2]i32)

def segscan_of_segments [n] 't (op: t -> t -> t) (ne: t) (as: [n](t, bool)) : [n]t =
  (unzip (scan (\(x1, f1) (x2, f2) -> ((if f2 then x2 else op x1 x2), f1 || f2)) (ne, false) as)).0
-- ==
-- entry: of_segments
-- input { [1,2,3,4,5] [true,false,true,false,false] }
-- output { [1, 3, 3, 7, 12] [1, 2, 3, 12, 60] }
entry of_segments [n] (xs: [n]i32) (fs: [n]bool) = (segscan_of_segments (+) 0 (zip xs fs), segscan_of_segments (*) 1 (zip xs fs))

-- ==
-- entry: folded_rows
-- input { [[1,2],[3,4],[5,6]] }
-- output { [9, 12] [5, 6] [[1, 2], [3, 8], [15, 48]] }
-- input { empty([0][2]i32) }
-- output { [0, 0] [-2147483648, -2147483648] empty([0][2]i32) }
entry folded_rows [n] [m] (a: [n][m]i32) = (reduce (map2 (+)) (replicate m 0) a, reduce_comm (map2 i32.max) (replicate m i32.lowest) a, scan (map2 (*)) (replicate m 1) a)

-- ==
-- entry: folded_pairs
-- input { [[1,2],[3,4],[5,6]] }
-- output { [9, 12] 3i64 }
entry folded_pairs [n] [m] (a: [n][m]i32) = reduce (\(xs, k) (ys, l) -> (map2 (+) xs ys, k + l)) (replicate m 0, 0) (zip a (indices a))

-- ==
-- entry: slices
-- input { [0,1,2,3,4,5,6,7] 1i64 6i64 2i64 }
-- output { [1, 3, 5] }
-- input { [0,1,2,3,4,5,6,7] 6i64 1i64 -2i64 }
-- output { [6, 4, 2] }
-- input { [0,1,2,3,4,5,6,7] 7i64 -1i64 -1i64 }
-- output { [7, 6, 5, 4, 3, 2, 1, 0] }
-- input { [0,1,2,3,4,5,6,7] 7i64 -1i64 -3i64 }
-- output { [7, 4, 1] }
-- input { [0,1,2,3,4,5,6,7] 0i64 8i64 3i64 }
-- output { [0, 3, 6] }
-- input { [0,1,2,3,4,5,6,7] 0i64 8i64 8i64 }
-- output { [0] }
-- input { [0,1,2,3,4,5,6,7] 3i64 3i64 1i64 }
-- output { empty([0]i32) }
-- input { [0,1,2,3,4,5,6,7] 3i64 3i64 -1i64 }
-- output { empty([0]i32) }
-- input { [0,1,2,3,4,5,6,7] 3i64 2i64 1i64 }
-- error: out of bounds
-- input { [0,1,2,3,4,5,6,7] 3i64 4i64 -1i64 }
-- error: out of bounds
-- input { [0,1,2,3,4,5,6,7] 0i64 9i64 1i64 }
-- error: out of bounds
-- input { [0,1,2,3,4,5,6,7] 0i64 9i64 2i64 }
-- error: out of bounds
-- input { [0,1,2,3,4,5,6,7] 0i64 4i64 0i64 }
-- error: out of bounds
-- input { [0,1,2,3,4,5,6,7] -1i64 4i64 1i64 }
-- error: out of bounds
-- input { empty([0]i32) 0i64 0i64 1i64 }
-- output { empty([0]i32) }
entry slices (xs: []i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]

-- ==
-- entry: equalities
-- input { [1,2] [1,2] }
-- output { true false true true }
-- input { [1,2] [1,3] }
-- output { false true false true }
entry equalities (xs: []i32) (ys: []i32) = ((xs, 1i32) == (ys, 1), {a = xs} != {a = ys}, [xs] == [ys], () == ())

def matmul_generic_matmul 'a [n] [m] [p] (add: a -> a -> a) (mul: a -> a -> a) (zero: a) (A: [n][m]a) (B: [m][p]a) : [n][p]a =
  map (\r -> map (\c -> map2 mul r c |> reduce add zero) (transpose B)) A
-- ==
-- entry: generic_matmul
-- input { [[1,2,3],[4,5,6]] [[1],[2],[3]] }
-- output { [[14], [32]] }
entry generic_matmul (a: [][]i32) (b: [][]i32) =
  let [n][m] (a: [n][m]i32) = a
  let [k][l] (b: [k][l]i32) = b in matmul_generic_matmul (+) (*) 0 a (b :> [m][l]i32)
-- ==
-- entry: generic_matmul_tropical
-- input { [[0f64,3f64],[5f64,1f64]] }
-- output { [[0f64, 3f64], [5f64, 2f64]] }
entry generic_matmul_tropical [n] (a: [n][n]f64) = matmul_generic_matmul f64.min (+) f64.inf a a

-- ==
-- entry: loops_within
-- input { 2i64 3i64 }
-- output { [[18i64, 18i64, 18i64], [18i64, 58i64, 98i64]] }
entry loops_within (n: i64) (m: i64) =
  tabulate_2d n m (\i j ->
                     let a = replicate 4 0
                     let a = loop a for k < 4 do a with [k] = i * j + k in loop s = 0 for x in a do s * 3 + x)

-- ==
-- entry: chain
-- input { [1,2,3,4,5] }
-- output { [5, 4, 3, 2, 1] [18, 42, 80, 0, 5] 15 }
entry chain [n] (xs: [n]i32) =
  xs |> map (+ 1) |> scan (+) 0 |> map2 (*) (iota n |> map i32.i64) |> zip xs |> filter (\(x, y) -> x != y) |> unzip |> \(a, b) -> (reverse a, rotate 2 b, i32.sum a)

-- ==
-- entry: nested
-- input { [[[1f32,2f32],[3f32,4f32],[5f32,6f32]]] }
-- output { [[[2f32, 4f32], [6f32, 8f32], [10f32, 12f32]]] [[3f32, 7f32, 11f32]] [21f32] [[[1f32, 3f32, 5f32], [2f32, 4f32, 6f32]]] [[[1f32, 2f32]], [[3f32, 4f32]], [[5f32, 6f32]]] [1065353216u32, 1073741824u32, 1077936128u32, 1082130432u32, 1084227584u32, 1086324736u32] }
entry nested [n] [m] [k] (a: [n][m][k]f32) = (map (map (map (* 2))) a, map (map f32.sum) a, map (\b -> f32.sum (flatten b)) a, map transpose a, transpose a, map (map (map f32.to_bits)) a |> flatten_3d)
