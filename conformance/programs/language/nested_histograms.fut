-- Histograms and scatters within maps and loops, and what is made of them.
--
-- Expected results are those of Futhark 0.25.32. Larger inputs are made by a formula, and
-- their results summed up.

def noise (i: i64) : i64 =
  let x = u64.i64 (i + 1) * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 7)

def within (lo: i64) (hi: i64) (i: i64) : i64 = lo + noise i % (hi - lo + 1)

def digest [n] (xs: [n]i64) : i64 =
  reduce (+) 0 (map2 (\i x -> (x ^ i) * (2 * i + 1)) (iota n) xs)

def digest2 [n] [m] (xs: [n][m]i64) : i64 = digest (flatten xs)
def digest3 [n] [m] [l] (xs: [n][m][l]i64) : i64 = digest (flatten (flatten xs))

def given2 (lo: i64) (hi: i64) (n: i64) (m: i64) : [n][m]i64 =
  tabulate_2d n m (\i j -> within lo hi (i * m + j))
def given3 (lo: i64) (hi: i64) (n: i64) (m: i64) (l: i64) : [n][m][l]i64 =
  tabulate_3d n m l (\i j k -> within lo hi ((i * m + j) * l + k))

-- Histograms in a map in a loop in a map; with no bins, nothing is counted.
-- ==
-- entry: counted
-- input { 1i64 [[[34i32, 21i32, 30i32, 37i32], [33i32, 26i32, 20i32, 42i32], [41i32, 35i32, 37i32, 34i32]], [[16i32, 6i32, 50i32, 1i32], [41i32, 0i32, 7i32, 33i32], [38i32, 17i32, 12i32, 47i32]]] }
-- output { [[[8i32], [0i32], [208i32]], [[640i32], [704i32], [968i32]]] }
-- input { 5i64 [[[6i32, 20i32, 33i32, 3i32], [43i32, 10i32, 16i32, 21i32], [22i32, 41i32, 23i32, 45i32]], [[29i32, 5i32, 35i32, 16i32], [2i32, 44i32, 42i32, 39i32], [22i32, 9i32, 38i32, 11i32]]] }
-- output { [[[837i32, 784i32, 810i32, 777i32, 800i32], [78i32, 3i32, 50i32, 67i32, 34i32], [407i32, 406i32, 493i32, 466i32, 428i32]], [[1001i32, 47i32, 44i32, 1002i32, 970i32], [408i32, 491i32, 325i32, 369i32, 415i32], [1011i32, 944i32, 937i32, 971i32, 1009i32]]] }
-- input { 1i64 [[[40i32]]] } output { [[[334i32]]] }
-- input { 5i64 [[[35i32]]] } output { [[[367i32, 402i32, 437i32, 366i32, 366i32]]] }
-- input { 1i64 empty([0][3][4]i32) } output { empty([0][3][1]i32) }
-- input { 5i64 empty([0][3][4]i32) } output { empty([0][3][5]i32) }
-- input { 300i64 empty([0][3][4]i32) } output { empty([0][3][300]i32) }
-- input { 1i64 empty([3][0][4]i32) } output { empty([3][0][1]i32) }
-- input { 5i64 empty([3][0][4]i32) } output { empty([3][0][5]i32) }
-- input { 300i64 empty([3][0][4]i32) } output { empty([3][0][300]i32) }
-- input { 1i64 empty([3][2][0]i32) } output { [[[0i32], [0i32]], [[0i32], [0i32]], [[0i32], [0i32]]] }
-- input { 5i64 empty([3][2][0]i32) }
-- output { [[[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]], [[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]], [[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]]] }
-- input { 0i64 [[[8i32, -14i32, 43i32], [23i32, -39i32, 34i32]], [[9i32, -49i32, -33i32], [-29i32, 24i32, 9i32]]] }
-- output { empty([2][2][0]i32) }
entry counted [n] [m] [l] (k: i64) (xs: [n][m][l]i32) : [n][m][k]i32 =
  map (\x ->
         loop acc = replicate m (replicate k 0) for it < 3 do
           map2 (\h row ->
                   let h2 = reduce_by_index (copy h) (+) 0 (map (\v -> if k == 0 then -1 else i64.i32 (v + it) % k) row) (map (\v -> v * it + 1) row)
                   let s = i32.sum h2
                   in map (\e -> (e + s) & 1023) h2) acc x) xs

-- ==
-- entry: counted_of
-- input { 5i64 5i64 7i64 33i64 } output { 15951257i64 }
-- input { 300i64 2i64 1i64 1500i64 } output { 197756499i64 }
-- input { 3i64 70i64 3i64 2i64 } output { 199885901i64 }
-- input { 1i64 1i64 2000i64 2i64 } output { 5142046328i64 }
entry counted_of (k: i64) (n: i64) (m: i64) (l: i64) : i64 =
  digest3 (map (map (map i64.i32)) (counted k (map (map (map i32.i64)) (given3 0 50 n m l))))

-- Sums feed a map that feeds histograms that feed a scan. The floats are exact.
-- ==
-- entry: weighted
-- input { [[0.0f32, 2.0f32, 3.0f32, 1.0f32], [9.0f32, 4.0f32, 8.0f32, 4.0f32], [9.0f32, 8.0f32, 3.0f32, 5.0f32]] 1i64 }
-- output { [[6.000000000000000f64], [0.000000000000000f64], [0.000000000000000f64]] [6.000000f32, 25.000000f32, 25.000000f32] [18i64] }
-- input { empty([0][5]f32) 1i64 } output { empty([0][1]f64) empty([0]f32) [0i64] }
-- input { empty([0][5]f32) 12i64 }
-- output { empty([0][12]f64) empty([0]f32) [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { empty([5][0]f32) 1i64 }
-- output { [[0.000000000000000f64], [0.000000000000000f64], [0.000000000000000f64], [0.000000000000000f64], [0.000000000000000f64]] [0.000000f32, 0.000000f32, 0.000000f32, 0.000000f32, 0.000000f32] [0i64] }
-- input { [[3.0f32]] 1i64 } output { [[0.000000000000000f64]] [3.000000f32] [0i64] }
-- input { [[9.0f32]] 12i64 }
-- output { [[0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 27.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64]] [9.000000f32] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 27i64, 0i64, 0i64] }
-- input { [[8.0f32, 8.0f32, 3.0f32], [1.0f32, 2.0f32, 6.0f32]] 0i64 }
-- output { empty([2][0]f64) [19.000000f32, 9.000000f32] empty([0]i64) }
entry weighted [n] [m] (xs: [n][m]f32) (bins: i64) : ([n][bins]f64, [n]f32, [bins]i64) =
  let mu = map (\r -> f32.sum r) xs
  let hs = map2 (\r u -> hist (+) 0f64 bins (map (\x -> i64.f32 x) r) (map (\x -> f64.f32 (x * 2 + u)) r)) xs mu
  let tot = map (\c -> i64.sum (scan (+) 0 (map i64.f64 c))) (transpose hs)
  in (hs, mu, tot)

-- A branch around nests, of which one reads its neighbours, and histograms of maxima.
-- ==
-- entry: greatest
-- input { true [[[90u8, 9u8, 43u8, 234u8], [81u8, 3u8, 70u8, 149u8], [86u8, 120u8, 111u8, 229u8]], [[209u8, 42u8, 85u8, 236u8], [2u8, 83u8, 35u8, 247u8], [161u8, 120u8, 230u8, 39u8]]] }
-- output { [[120u8, 201u8, 0u8, 167u8], [60u8, 209u8, 0u8, 171u8]] [[120u8, 167u8, 201u8], [60u8, 171u8, 209u8]] }
-- input { false [[[177u8, 9u8, 222u8, 5u8], [24u8, 161u8, 74u8, 216u8], [76u8, 129u8, 160u8, 149u8]], [[181u8, 73u8, 110u8, 31u8], [166u8, 176u8, 69u8, 92u8], [116u8, 244u8, 234u8, 70u8]]] }
-- output { [[120u8, 221u8, 0u8, 159u8], [0u8, 0u8, 130u8, 143u8]] [[120u8, 221u8, 159u8], [130u8, 143u8, 35u8]] }
-- input { true [[[16u8]]] } output { [[16u8, 0u8, 0u8, 0u8]] [[16u8]] }
-- input { false [[[238u8]]] } output { [[220u8, 0u8, 0u8, 0u8]] [[220u8]] }
-- input { true empty([0][3][4]u8) } output { empty([0][4]u8) empty([0][3]u8) }
-- input { false empty([0][3][4]u8) } output { empty([0][4]u8) empty([0][3]u8) }
-- input { true empty([3][2][0]u8) }
-- output { [[0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8]] [[0u8, 0u8], [0u8, 0u8], [0u8, 0u8]] }
-- input { false empty([3][2][0]u8) }
-- output { [[0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8]] [[0u8, 0u8], [0u8, 0u8], [0u8, 0u8]] }
entry greatest [n] [m] [l] (big: bool) (xs: [n][m][l]u8) : ([n][4]u8, [n][m]u8) =
  let s = map (map (\r -> reduce (+) 0 r)) xs
  let t = if big then map (scan (+) 0) s else map (\r -> map (\i -> r[i] + r[(i + 1) % m]) (iota m)) s
  let h = map (\r -> reduce_by_index (replicate 4 0u8) u8.max 0 (map (\x -> i64.u8 (x & 3)) r) r) t
  in (h, t)

-- ==
-- entry: greatest_of
-- input { true 5i64 7i64 33i64 } output { 455993i64 }
-- input { false 5i64 7i64 33i64 } output { 539090i64 }
-- input { false 70i64 3i64 2i64 } output { 29800574i64 }
-- input { true 1i64 2000i64 2i64 } output { 15935665974i64 }
entry greatest_of (big: bool) (n: i64) (m: i64) (l: i64) : i64 =
  let (h, t) = greatest big (map (map (map u8.i64)) (given3 0 255 n m l))
  in digest2 (map (map i64.u8) h) + 3 * digest2 (map (map i64.u8) t)

-- Reductions of histograms, by segments of segments.
-- ==
-- entry: joined
-- input { 1i64 [[[24i64, 19i64, 25i64, 39i64], [24i64, 16i64, 18i64, 36i64], [12i64, 13i64, 28i64, 13i64]], [[19i64, 3i64, 29i64, 0i64], [0i64, 32i64, 26i64, -2i64], [11i64, 32i64, 34i64, 32i64]]] }
-- output { [[0i64], [2i64]] [2i64] }
-- input { 30i64 [[[24i64, 9i64, 1i64, 9i64], [38i64, 11i64, 34i64, 27i64], [-1i64, 34i64, 11i64, 5i64]], [[24i64, 7i64, 11i64, 29i64], [35i64, 24i64, 13i64, 21i64], [6i64, 19i64, 29i64, 31i64]]] }
-- output { [[0i64, 2i64, 0i64, 0i64, 0i64, 6i64, 0i64, 0i64, 0i64, 20i64, 0i64, 24i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 25i64, 0i64, 0i64, 28i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 7i64, 8i64, 0i64, 0i64, 0i64, 12i64, 0i64, 14i64, 0i64, 0i64, 0i64, 0i64, 0i64, 20i64, 0i64, 22i64, 0i64, 0i64, 50i64, 0i64, 0i64, 0i64, 0i64, 60i64]] [0i64, 2i64, 0i64, 0i64, 0i64, 6i64, 7i64, 8i64, 0i64, 20i64, 0i64, 24i64, 0i64, 14i64, 0i64, 0i64, 0i64, 0i64, 0i64, 20i64, 0i64, 22i64, 0i64, 0i64, 50i64, 0i64, 0i64, 28i64, 0i64, 60i64] }
-- input { 1i64 [[[18i64]]] } output { [[0i64]] [0i64] }
-- input { 30i64 [[[6i64]]] }
-- output { [[0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 7i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 7i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 1i64 empty([0][3][4]i64) } output { empty([0][1]i64) [-9223372036854775808i64] }
-- input { 1i64 empty([3][0][4]i64) } output { [[0i64], [0i64], [0i64]] [0i64] }
-- input { 1i64 empty([3][2][0]i64) } output { [[0i64], [0i64], [0i64]] [0i64] }
-- input { 0i64 [[[-7i64, 0i64], [-13i64, 21i64]], [[-32i64, -34i64], [-41i64, 50i64]]] }
-- output { empty([2][0]i64) empty([0]i64) }
entry joined [a] [b] [c] (k: i64) (xs: [a][b][c]i64) : ([a][k]i64, [k]i64) =
  let h = map (\x -> reduce (map2 (+)) (replicate k 0) (map (\y -> hist (+) 0 k y (map (+ 1) y)) x)) xs
  let g = reduce (map2 i64.max) (replicate k i64.lowest) h
  in (h, g)

-- ==
-- entry: joined_of
-- input { 30i64 5i64 7i64 33i64 } output { 3251811i64 }
-- input { 1i64 70i64 3i64 2i64 } output { 226215i64 }
entry joined_of (k: i64) (a: i64) (b: i64) (c: i64) : i64 =
  let (h, g) = joined k (given3 (-2) 40 a b c)
  in digest2 h + 3 * digest g

-- Histograms of two dimensions, in a map and of all. Places outside count nothing.
-- ==
-- entry: planes
-- input { 1i64 1i64 [[2i64, 28i64, 34i64, 35i64], [35i64, 16i64, 16i64, 1i64], [-1i64, 12i64, 14i64, 9i64]] }
-- output { [[[0i32]], [[0i32]], [[0i32]]] [[1i64]] }
-- input { 5i64 8i64 empty([0][5]i64) }
-- output { empty([0][8][5]i32) [[0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64]] }
-- input { 1i64 1i64 empty([0][5]i64) } output { empty([0][1][1]i32) [[0i64]] }
-- input { 1i64 1i64 empty([5][0]i64) }
-- output { [[[0i32]], [[0i32]], [[0i32]], [[0i32]], [[0i32]]] [[0i64]] }
-- input { 5i64 8i64 [[-3i64]] }
-- output { [[[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]]] [[0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64]] }
-- input { 1i64 1i64 [[37i64]] } output { [[[0i32]]] [[0i64]] }
entry planes [n] [m] (w: i64) (h: i64) (xs: [n][m](i64)) : ([n][h][w]i32, [h][w]i64) =
  let a = map (\r -> reduce_by_index_2d (replicate h (replicate w 0i32)) (+) 0 (map (\x -> (x % 5, x / 5)) r) (map i32.i64 r)) xs
  let b = reduce_by_index_2d (replicate h (replicate w 0i64)) i64.max 0 (map (\x -> (x % 3 - 1, x % 7 - 1)) (flatten xs)) (flatten xs)
  in (a, b)

-- ==
-- entry: planes_of
-- input { 5i64 8i64 1i64 3000i64 } output { 731632i64 }
-- input { 5i64 8i64 700i64 3i64 } output { 14634242003674i64 }
-- input { 5i64 8i64 33i64 65i64 } output { 1531639753i64 }
entry planes_of (w: i64) (h: i64) (n: i64) (m: i64) : i64 =
  let (a, b) = planes w h (given2 (-3) 40 n m)
  in digest3 (map (map (map i64.i32)) a) + 3 * digest2 b

-- Scatters in maps, with transpositions in between.
-- ==
-- entry: scattered
-- input { [[-13i32, 46i32, -19i32, -9i32], [31i32, -42i32, -26i32, 21i32], [25i32, -5i32, -41i32, -44i32]] }
-- output { [[-82i32, 1i32, -172i32], [-210i32, -157i32, -385i32], [90i32, -39i32, -9i32], [60i32, 92i32, 197i32]] }
-- input { empty([0][5]i32) } output { empty([5][0]i32) }
-- input { empty([5][0]i32) } output { empty([0][5]i32) }
-- input { [[11i32]] } output { [[44i32]] }
entry scattered [n] [m] (xs: [n][m]i32) : [m][n]i32 =
  let rev = map (\row -> scatter (replicate m 0) (map (\i -> m - 1 - i) (iota m)) row) xs
  let cols = transpose rev
  in map (\c ->
            let s = i32.sum c
            let c2 = scatter (copy c) (map (\i -> if i % 2 == 0 then i else -1) (iota n)) (map (+ s) c)
            in map2 (+) (scan (+) 0 c2) c2) cols

-- ==
-- entry: scattered_of
-- input { 1i64 3000i64 } output { 133447200i64 }
-- input { 700i64 3i64 } output { 306216333302i64 }
-- input { 33i64 65i64 } output { 2044977538i64 }
entry scattered_of (n: i64) (m: i64) : i64 =
  digest2 (map (map i64.i32) (scattered (map (map i32.i64) (given2 (-50) 50 n m))))
