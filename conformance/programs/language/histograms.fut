-- Histograms and scatters: every operator, types of elements, tuples, rows, in 2 and 3
-- dimensions, indices out of bounds. Expected results: Futhark 0.25.32.

-- ==
-- entry: operators
-- input { [0i64,1i64,2i64,3i64,0i64,-1i64,4i64,1i64,2i64,9i64] [1,2,3,4,5,6,7,8,-9,10] }
-- output { [6, 10, -6, 4] [5, 8, 3, 4] [1, 2, -9, 4] [5, 16, -27, 4] [5, 10, -9, 4] [1, 0, 3, 4] [4, 10, -12, 4] }
-- input { empty([0]i64) empty([0]i32) }
-- output { [0, 0, 0, 0] [-2147483648, -2147483648, -2147483648, -2147483648] [2147483647, 2147483647, 2147483647, 2147483647] [1, 1, 1, 1] [0, 0, 0, 0] [-1, -1, -1, -1] [0, 0, 0, 0] }
entry operators (is: []i64) (vs: []i32) =
  let [n] (is: [n]i64) = is
  let vs = vs :> [n]i32
  in (hist (+) 0 4 is vs, hist i32.max i32.lowest 4 is vs, hist i32.min i32.highest 4 is vs, hist (*) 1 4 is vs, hist (|) 0 4 is vs, hist (&) (-1) 4 is vs, hist (^) 0 4 is vs)

-- ==
-- entry: types
-- input { [0i64,1i64,2i64,0i64,1i64,-5i64,77i64] }
-- output { [0u8, 2u8, 2u8] [0i16, 2i16, 2i16] [0i64, 2i64, 2i64] [0f32, 2f32, 2f32] [0f64, 1f64, 2f64] [true, false, true] [true, false, true] [0f16, 1f16, 2f16] }
entry types (is: []i64) =
  (hist (+) 0u8 3 is (map u8.i64 is), hist (+) 0i16 3 is (map i16.i64 is), hist (+) 0i64 3 is is, hist (+) 0f32 3 is (map f32.i64 is), hist f64.max (-f64.inf) 3 is (map f64.i64 is), hist (&&) true 3 is (map (\i -> i != 1) is), hist (||) false 3 is (map (\i -> i != 1) is), hist f16.min f16.inf 3 is (map f16.i64 is))

-- ==
-- entry: tuples
-- input { [0i64,1i64,2i64,0i64,1i64,-5i64,77i64,2i64,2i64,0i64] }
-- output { [3i64, 3i64, 2i64] [9i64, 1i64, 2i64] }
entry tuples (is: []i64) =
  hist (\(a, b) (c, d) -> if a > c || a == c && b < d then (a, b) else (c, d)) (i64.lowest, i64.highest) 3 is (zip (map (\i -> i * 3 % 4) (indices is)) (indices is)) |> unzip

-- ==
-- entry: arrays
-- input { [0i64,1i64,2i64,0i64,1i64,-5i64,77i64,2i64,2i64,0i64] }
-- output { [[0i64, 0i64], [2i64, 4i64], [6i64, 12i64]] }
entry arrays (is: []i64) = hist (map2 (+)) [0, 0] 3 is (map (\i -> [i, 2 * i]) is)

-- ==
-- entry: updated
-- input { [1f32,2f32,3f32] [0i64,2i64,0i64,2i64,5i64,-1i64] }
-- output { [4f32, 2f32, 8f32] }
entry updated (d: *[]f32) (is: []i64) = reduce_by_index d (+) 0 is (map (\i -> f32.i64 i + 0.5) (indices is))

-- ==
-- entry: two
-- input { [[1,2],[3,4]] [0i64,1i64,0i64,2i64,1i64] [1i64,1i64,1i64,0i64,-1i64] }
-- output { [[1, 4], [3, 5]] }
entry two [n] (d: *[][]i32) (is: [n]i64) (js: [n]i64) = reduce_by_index_2d d (+) 0 (zip is js) (map i32.i64 (indices is))

-- ==
-- entry: three
-- input { [[[1,2],[3,4]]] [0i64,0i64,0i64,2i64,0i64] [1i64,1i64,0i64,0i64,-1i64] [0i64,0i64,1i64,1i64,1i64] }
-- output { [[[1, 2], [3, 4]]] }
entry three [n] (d: *[][][]i32) (is: [n](i64)) (js: [n]i64) (ks: [n]i64) = reduce_by_index_3d d i32.max 0 (zip3 is js ks) (map i32.i64 (indices is))

-- ==
-- entry: scatter2
-- input { [[1,2],[3,4]] [0i64,1i64,2i64,1i64] [1i64,1i64,0i64,-1i64] }
-- output { [[1, 0], [3, 1]] }
entry scatter2 [n] (d: *[][]i32) (is: [n](i64)) (js: [n]i64) = scatter_2d d (zip is js) (map i32.i64 (indices is))

-- ==
-- entry: scatter3
-- input { [[[1,2],[3,4]]] [0i64,0i64,0i64,2i64,0i64] [1i64,0i64,0i64,0i64,-1i64] [0i64,0i64,1i64,1i64,1i64] }
-- output { [[[1, 2], [0, 4]]] }
entry scatter3 [n] (d: *[][][]i32) (is: [n](i64)) (js: [n]i64) (ks: [n]i64) = scatter_3d d (zip3 is js ks) (map i32.i64 (indices is))

-- ==
-- entry: scatter_tuples
-- input { 3i64 }
-- output { [6, 5, 0] [false, true, false] }
entry scatter_tuples (n: i64) = unzip (scatter (replicate n (0i32, false)) [1, 0, 7, -1] [(5, true), (6, false), (7, true), (8, true)])

-- ==
-- entry: scatter_rows
-- input { 3i64 }
-- output { [[3, 4], [1, 2], [0, 0]] }
entry scatter_rows (n: i64) = scatter (replicate n [0i32, 0]) [1, 0, 7, -1] [[1, 2], [3, 4], [5, 6], [7, 8]]
