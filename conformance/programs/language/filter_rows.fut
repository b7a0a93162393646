-- Filters of rows, and last values of scans of rows: counts, values, rows and tuples.
-- Expected results: what Futhark 0.25.32 gives in its interpreter.
-- ==
-- entry: counts
-- input { [[7i32, -4i32, 11i32, -1i32, 10i32, 11i32, 8i32], [4i32, -12i32, 2i32, 12i32, -5i32, 8i32, -11i32], [-7i32, -9i32, -1i32, 3i32, -5i32, 0i32, 5i32]] }
-- output { [0i64, 2i64, 3i64] }
-- input { empty([2][0]i32) }
-- output { [0i64, 0i64] }
-- ==
-- entry: sums
-- input { [[-9i32, 6i32, -5i32, -12i32, 11i32, -6i32, 1i32], [-4i32, -7i32, 12i32, 0i32, -7i32, 12i32, -10i32], [-8i32, 7i32, 7i32, 2i32, -8i32, -8i32, -12i32]] }
-- output { [83i32, 288i32, 77i32] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] }
-- ==
-- entry: pairs
-- input { [[-12i32, -6i32, 12i32, -6i32, -7i32, -7i32, -3i32], [-2i32, -6i32, 5i32, 9i32, 8i32, -6i32, -7i32], [10i32, -6i32, 0i32, -3i32, -12i32, -1i32, 1i32]] }
-- output { [9i32, 22i32, 10i32] [8i64, 9i64, 13i64] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] [0i64, 0i64] }
-- ==
-- entry: padded
-- input { [[-7i32, -8i32, -4i32, -10i32, -2i32, -3i32, 7i32], [6i32, -12i32, 7i32, 9i32, 10i32, -2i32, -10i32], [-3i32, -1i32, -3i32, 3i32, 10i32, -2i32, -7i32]] }
-- output { [[7i32, -1i32, -1i32, -1i32, -1i32, -1i32, -1i32], [6i32, 7i32, 9i32, 10i32, -1i32, -1i32, -1i32], [3i32, 10i32, -1i32, -1i32, -1i32, -1i32, -1i32]] }
-- input { empty([2][0]i32) }
-- output { empty([2][0]i32) }
-- ==
-- entry: rowsof
-- input { [[[3i32, 3i32, 10i32], [-7i32, -11i32, -4i32], [-12i32, 11i32, -1i32], [0i32, -12i32, 5i32], [1i32, -1i32, 0i32]], [[6i32, -12i32, 2i32], [-11i32, 10i32, -7i32], [7i32, -6i32, -9i32], [12i32, -5i32, 2i32], [-1i32, 4i32, -1i32]]] }
-- output { [[4i32, 4i32, 11i32], [13i32, 1i32, 3i32]] }
-- input { empty([1][0][2]i32) }
-- output { [[0i32, 0i32]] }
-- ==
-- entry: mapped
-- input { [[4i32, -4i32, 12i32, 2i32, -9i32, 6i32, 11i32], [12i32, -1i32, -3i32, -11i32, 1i32, -10i32, -6i32], [-2i32, 4i32, 7i32, -1i32, -8i32, -2i32, -4i32]] }
-- output { [12.25f64, 4.0f64, 4.75f64] }
-- input { empty([2][0]i32) }
-- output { [0.0f64, 0.0f64] }
-- ==
-- entry: lastof
-- input { [[10i32, 5i32, -10i32, -3i32, 9i32, -2i32, -3i32], [-7i32, -10i32, 8i32, -8i32, 11i32, 10i32, -3i32], [3i32, -7i32, 11i32, -11i32, -10i32, 7i32, 5i32]] }
-- output { [9i32, 10i32, 5i32] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] }
-- ==
-- entry: twice
-- input { [[0i32, -11i32, -5i32, 11i32, 7i32, -1i32, -4i32], [2i32, 8i32, 1i32, -8i32, -11i32, 8i32, -11i32], [3i32, -2i32, -6i32, -8i32, 11i32, 6i32, -8i32]] }
-- output { [-77i32, -110i32, -192i32] }
-- input { empty([2][0]i32) }
-- output { [-1i32, -1i32] }
-- ==
-- entry: inloop
-- input { [[8i32, 1i32, -9i32, -7i32, 1i32, -1i32, -8i32], [-11i32, 1i32, -3i32, -8i32, 2i32, 7i32, -7i32], [4i32, 2i32, 3i32, 10i32, 11i32, -2i32, 3i32]] }
-- output { [7i64, 15i64, 9i64] }
-- input { empty([2][0]i32) }
-- output { [0i64, 0i64] }
-- ==
-- entry: offsets
-- input { [[-4i32, -3i32, 3i32, 0i32, -8i32, -9i32, 0i32], [5i32, -7i32, 8i32, 3i32, -2i32, -7i32, -10i32], [3i32, -4i32, 4i32, 5i32, 4i32, -1i32, -10i32]] }
-- output { [[-1i64, -1i64, 0i64, -1i64, -1i64, -1i64, -1i64], [0i64, -3i64, 1i64, 2i64, -3i64, -3i64, -3i64], [0i64, -4i64, 1i64, 2i64, 3i64, -4i64, -4i64]] }
-- input { empty([2][0]i32) }
-- output { empty([2][0]i64) }
-- ==
-- entry: parted
-- input { [[12i32, -1i32, 10i32, 6i32, 9i32, -11i32, 12i32], [-3i32, -1i32, 5i32, 10i32, 9i32, -4i32, 3i32], [-4i32, 12i32, 10i32, 10i32, -3i32, -2i32, 8i32]] }
-- output { [38i32, 39i32, 64i32] }
-- input { empty([2][0]i32) }
-- output { [-1i32, -1i32] }
-- ==
-- entry: three
-- input { [[-7i32, 6i32, -12i32, 3i32, 5i32, 12i32, -4i32], [-2i32, 9i32, -4i32, 2i32, -3i32, 4i32, 8i32], [9i32, -1i32, -1i32, -4i32, 8i32, -1i32, 11i32]] }
-- output { [5i32, -5i32, 6i32] }
-- input { empty([2][0]i32) }
-- output { [-1i32, -1i32] }
-- ==
-- entry: scanlast
-- input { [[1i32, -1i32, -7i32, 10i32, 2i32, -1i32, -2i32], [4i32, -8i32, 4i32, -7i32, -6i32, -1i32, 3i32], [-3i32, 10i32, -10i32, 11i32, 9i32, 11i32, 1i32]] }
-- output { [2i32, -11i32, 29i32] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] }
-- ==
-- entry: scanmax
-- input { [[-7i32, 7i32, 12i32, 6i32, 4i32, 9i32, 1i32], [-3i32, 7i32, 5i32, 12i32, 8i32, -4i32, 11i32], [-12i32, -6i32, -7i32, 6i32, 2i32, 7i32, 8i32]] }
-- output { [32i32, 36i32, -2i32] [60i32, 59i32, 3i32] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] [0i32, 0i32] }
-- ==
-- entry: bytes
-- input { [[83u8, 88u8, 83u8, 65u8, 120u8, 88u8, 81u8], [66u8, 77u8, 74u8, 100u8, 83u8, 121u8, 84u8], [64u8, 113u8, 119u8, 104u8, 108u8, 69u8, 86u8]] }
-- output { [[88u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [68u8, 89u8, 0u8, 0u8, 0u8, 0u8, 0u8], [81u8, 87u8, 72u8, 76u8, 0u8, 0u8, 0u8]] }
-- input { empty([2][0]u8) }
-- output { empty([2][0]u8) }
-- ==
-- entry: checked
-- input { [[-5i32, 10i32, -1i32, -12i32, -1i32, 0i32, -4i32], [1i32, -9i32, 10i32, 5i32, -1i32, -11i32, 5i32], [7i32, -3i32, -9i32, -3i32, 5i32, 4i32, -2i32]] }
-- output { [-7i32, 10i32, 2i32] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] }

entry counts [n] [m] (rows: [n][m]i32) : [n]i64 = map (\xs -> length (filter (\x -> x % 3 == 0) xs)) rows
entry sums [n] [m] (rows: [n][m]i32) : [n]i32 = map (\xs -> (let ys = filter (\x -> x > 0) xs in i32.sum (map2 (*) ys (rotate 1 ys)))) rows
entry pairs [n] [m] (rows: [n][m]i32) : ([n]i32, [n]i64) =
  map (\xs -> let ps = filter (\(x, i) -> x + i32.i64 i > 1) (zip xs (iota m)) in (i32.sum (map (.0) ps), i64.sum (map (.1) ps))) rows |> unzip
entry padded [n] [m] (rows: [n][m]i32) : [n][m]i32 =
  map (\xs -> let ys = filter (\x -> x > 0) xs in sized m (ys ++ map (\_ -> -1) (iota (m - length ys)))) rows
entry rowsof [n] [m] [k] (rows: [n][m][k]i32) : [n][k]i32 =
  map (\xs -> let ys = filter (\x -> i32.sum x > 0) xs in reduce (map2 (+)) (replicate k 0) (map (map (+ 1)) ys)) rows
entry mapped [n] [m] (rows: [n][m]i32) : [n]f64 =
  map (\xs -> let ys = filter (> 0.5) (map (\x -> f64.i32 x * 0.25) xs) in f64.sum ys + f64.i64 (length ys)) rows
entry lastof [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs -> let ys = filter (\x -> x > 0) xs in if length ys == 0 then 0 else ys[length ys - 1]) rows
entry twice [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs ->
         let ys = filter (\x -> x > 0) xs
         let zs = filter (\y -> y % 2 == 0) ys in i32.sum zs - i32.product ys) rows
entry inloop [n] [m] (rows: [n][m]i32) : [n]i64 =
  map (\(xs: [m]i32) -> (loop (ys: []i32, c) = (xs, 0) while length ys > 1 do (filter (\y -> y > ys[0]) ys, c + length ys)).1) rows
entry offsets [n] [m] (rows: [n][m]i32) : [n][m]i64 =
  map (\xs ->
         let fs = map (\x -> x > 0) xs
         let os = scan (+) 0 (map i64.bool fs) in map2 (\o f -> if f then o - 1 else -os[m - 1]) os fs) rows
entry parted [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs -> let (ys, zs) = partition (\x -> x > 0) xs in i32.sum ys - i32.product zs) rows
entry three [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs -> let (ys, zs, ws) = partition2 (\x -> x > 0) (\x -> x < -7) xs in i32.sum ys - i32.product zs + 3 * i32.sum ws) rows
entry scanlast [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs -> if m == 0 then 0 else last (scan (+) 0 xs)) rows
entry scanmax [n] [m] (rows: [n][m]i32) : ([n]i32, [n]i32) =
  map (\xs -> let (a, b) = unzip (scan (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, i32.lowest) (zip xs xs)) in if m == 0 then (0, 0) else (last a, i32.sum b)) rows |> unzip
entry bytes [n] [m] (rows: [n][m]u8) : [n][m]u8 =
  map (\xs -> let ys = filter (\x -> x >= 97) xs in tabulate m (\i -> if i < length ys then ys[i] - 32 else 0)) rows
entry checked [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs -> let ys = filter (\x -> xs[x % 2] > 0) xs in i32.sum ys) rows
