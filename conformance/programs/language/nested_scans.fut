-- Scans and reductions within maps, and maps within those, with the functions and
-- the tuples that they work on.
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

-- Four deep: a reduction of scans, then a scan, a sum and a reduction of those.
-- ==
-- entry: sums
-- input { empty([0][1][2][3]i32) } output { empty([0][1][2]i32) empty([0][1]i64) empty([0]u8) }
-- input { empty([2][0][3][1]i32) } output { empty([2][0][3]i32) empty([2][0]i64) [7u8, 7u8] }
-- input { empty([2][2][0][3]i32) } output { empty([2][2][0]i32) [[0i64, 0i64], [0i64, 0i64]] [7u8, 7u8] }
-- input { empty([2][3][2][0]i32) }
-- output { [[[0i32, 0i32], [0i32, 0i32], [0i32, 0i32]], [[0i32, 0i32], [0i32, 0i32], [0i32, 0i32]]] [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] [7u8, 7u8] }
-- input { [[[[43i32]]]] } output { [[[43i32]]] [[43i64]] [44u8] }
entry sums [a] [b] [c] [d] (xs: [a][b][c][d]i32) : ([a][b][c]i32, [a][b]i64, [a]u8) =
  unzip3 (map (\x2 ->
                 let rows =
                   map (\x1 ->
                          let sums = map (\x0 -> i32.sum (scan (+) 0 x0)) x1
                          let pre = scan (+) 0 sums
                          in (pre, i64.sum (map i64.i32 pre))) x2
                 let (p, s) = unzip rows
                 let t = u8.i64 (reduce (\x y -> x ^ y) 7 s & 255)
                 in (p, s, t)) xs)

-- ==
-- entry: sums_of
-- input { 3i64 2i64 5i64 } output { -294386i64 }
-- input { 40i64 1i64 30i64 } output { 791862105i64 }
-- input { 1i64 1i64 900i64 } output { 4734846401i64 }
entry sums_of (a: i64) (b: i64) (c: i64) : i64 =
  let (p, s, t) = sums (map (map (map (map i32.i64))) (unflatten (given3 (-50) 50 (a * b) c 7)))
  in digest3 (map (map (map i64.i32)) p) + 3 * digest2 s + 5 * digest (map i64.u8 t)

-- Operators on arrays.
def addv [k] (a: [k]i32) (b: [k]i32) = map2 (+) a b

-- ==
-- entry: vectors
-- input { [[[17i32, 47i32, -4i32, 16i32], [-46i32, 13i32, -5i32, 24i32], [-19i32, 12i32, 22i32, -17i32]], [[-20i32, 39i32, 50i32, -41i32], [-3i32, -10i32, 27i32, 48i32], [37i32, 6i32, 42i32, -20i32]]] }
-- output { [[-48i32, 72i32, 13i32, 23i32], [14i32, 35i32, 119i32, -13i32]] [[[17i32, 47i32, -4i32, 16i32], [17i32, 47i32, -4i32, 24i32], [17i32, 47i32, 22i32, 24i32]], [[-20i32, 39i32, 50i32, -41i32], [-3i32, 39i32, 50i32, 48i32], [37i32, 39i32, 50i32, 48i32]]] [-34i32, 107i32, 132i32, 10i32] }
-- input { [[[10i32]]] } output { [[10i32]] [[[10i32]]] [10i32] }
-- input { empty([0][3][4]i32) } output { empty([0][4]i32) empty([0][3][4]i32) [0i32, 0i32, 0i32, 0i32] }
-- input { empty([3][0][4]i32) }
-- output { [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] empty([3][0][4]i32) [0i32, 0i32, 0i32, 0i32] }
-- input { empty([3][2][0]i32) } output { empty([3][0]i32) empty([3][2][0]i32) empty([0]i32) }
entry vectors [n] [m] [k] (xs: [n][m][k]i32) : ([n][k]i32, [n][m][k]i32, [k]i32) =
  let red = map (\x -> reduce addv (replicate k 0) x) xs
  let scn = map (\x -> scan (map2 i32.max) (replicate k i32.lowest) x) xs
  let tot = reduce addv (replicate k 0) red
  in (red, scn, tot)

-- ==
-- entry: vectors_of
-- input { 5i64 7i64 33i64 } output { 2491046356i64 }
-- input { 2i64 1i64 1500i64 } output { 4941702243i64 }
-- input { 70i64 3i64 2i64 } output { 62182048i64 }
-- input { 1i64 2000i64 2i64 } output { 127985231253i64 }
entry vectors_of (n: i64) (m: i64) (k: i64) : i64 =
  let (red, scn, tot) = vectors (map (map (map i32.i64)) (given3 (-50) 50 n m k))
  in digest2 (map (map i64.i32) red) + 3 * digest3 (map (map (map i64.i32)) scn) + 5 * digest (map i64.i32 tot)

-- Affine maps, which do not commute: along rows, and down columns.
def aff (a: (i64, i32)) (b: (i64, i32)) : (i64, i32) = (b.0 * a.0, i32.i64 b.0 * a.1 + b.1)

-- ==
-- entry: affine
-- input { [[[1i32, -3i32, 4i32, -1i32], [2i32, 0i32, 5i32, -4i32], [0i32, 3i32, 0i32, -3i32]], [[-3i32, -3i32, 2i32, -2i32], [-4i32, 2i32, -5i32, 4i32], [-4i32, 2i32, 3i32, 3i32]]] }
-- output { [[[1i64, 0i64, 0i64, 0i64], [2i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64]], [[0i64, 0i64, 0i64, 0i64], [2i64, 4i64, 4i64, 4i64], [2i64, 4i64, 0i64, 0i64]]] [[0i32, 3i32, 0i32, -3i32], [-24i32, -78i32, 3i32, 3i32]] -12i64 }
-- input { [[[0i32]]] } output { [[[0i64]]] [[0i32]] 0i64 }
-- input { empty([0][3][4]i32) } output { empty([0][3][4]i64) empty([0][4]i32) 0i64 }
-- input { empty([3][0][4]i32) }
-- output { empty([3][0][4]i64) [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] 0i64 }
-- input { empty([3][2][0]i32) } output { empty([3][2][0]i64) empty([3][0]i32) 0i64 }
entry affine [a] [n] [m] (xs: [a][n][m]i32) : ([a][n][m]i64, [a][m]i32, i64) =
  let pa = map (map (\r -> scan aff (1, 0) (map (\x -> (i64.i32 (x % 3), x)) r))) xs
  let fst = map (map (map (.0))) pa
  let snd = map (\p -> map (\c -> (reduce aff (1, 0) c).1) (transpose p)) pa
  let tot = reduce (+) 0 (flatten (flatten (map (map (map (\(u, v) -> u + i64.i32 v))) pa)))
  in (fst, snd, tot)

-- ==
-- entry: affine_of
-- input { 5i64 7i64 33i64 } output { 1027624117i64 }
-- input { 2i64 1i64 1500i64 } output { 23798139312i64 }
-- input { 70i64 3i64 2i64 } output { 51131305i64 }
-- input { 1i64 2000i64 2i64 } output { 42659844725i64 }
entry affine_of (a: i64) (n: i64) (m: i64) : i64 =
  let (f, s, t) = affine (map (map (map i32.i64)) (given3 (-5) 5 a n m))
  in digest3 f + 3 * digest2 (map (map i64.i32) s) + t

-- Records of an i8, an f64 and a bool. The floats are exact.
type p = {k: i8, v: f64, f: bool}

-- ==
-- entry: records
-- input { [[-10i8, -38i8, 21i8, 20i8], [49i8, -36i8, 49i8, -20i8], [-42i8, -31i8, 8i8, 42i8]] [[9.0f64, 5.0f64, 6.0f64, 5.0f64], [8.0f64, 4.0f64, 8.0f64, 3.0f64], [0.0f64, 9.0f64, 9.0f64, 2.0f64]] }
-- output { [21i8, 49i8, 42i8] [25.000000000000000f64, 23.000000000000000f64, 20.000000000000000f64] [true, false, false] [[9.000000000000000f64, 14.000000000000000f64, 20.000000000000000f64, 25.000000000000000f64], [8.000000000000000f64, 12.000000000000000f64, 20.000000000000000f64, 23.000000000000000f64], [0.000000000000000f64, 9.000000000000000f64, 18.000000000000000f64, 20.000000000000000f64]] }
-- input { empty([0][5]i8) empty([0][5]f64) }
-- output { empty([0]i8) empty([0]f64) empty([0]bool) empty([0][5]f64) }
-- input { empty([5][0]i8) empty([5][0]f64) }
-- output { [-128i8, -128i8, -128i8, -128i8, -128i8] [0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64] [true, true, true, true, true] empty([5][0]f64) }
-- input { [[-10i8]] [[1.0f64]] } output { [-10i8] [1.000000000000000f64] [false] [[1.000000000000000f64]] }
entry records [n] [m] (ks: [n][m]i8) (vs: [n][m]f64) : ([n]i8, [n]f64, [n]bool, [n][m]f64) =
  let rows = map2 (map2 (\k v -> {k = k, v = v, f = v > 3})) ks vs
  let op (a: p) (b: p) : p = {k = i8.max a.k b.k, v = a.v + b.v, f = a.f && b.f}
  let ne: p = {k = i8.lowest, v = 0, f = true}
  let rs = map (reduce op ne) rows
  let ss = map (scan op ne) rows
  in (map (.k) rs, map (.v) rs, map (.f) rs, map (map (.v)) ss)

-- An operator that holds a map, of elements that come from a nest.
-- ==
-- entry: tables
-- input { [[39i32, -33i32, 27i32], [13i32, -42i32, 50i32]] [[-41i32, -16i32, 2i32, 26i32], [28i32, 42i32, 28i32, 14i32], [44i32, 31i32, 5i32, -40i32]] }
-- output { [[63404i32, 64704i32, 104i32, 1352i32], [63436i32, 62386i32, 63436i32, 64486i32], [3388i32, 2387i32, 385i32, 62456i32]] [130228i32, 129477i32, 63925i32, 128294i32] }
-- input { [[42i32]] [[-36i32]] } output { [[64024i32]] [64024i32] }
-- input { empty([0][3]i32) [[1i32, 17i32, -5i32, -45i32], [-41i32, -21i32, -31i32, 24i32], [31i32, -45i32, -17i32, 24i32]] }
-- output { [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] [0i32, 0i32, 0i32, 0i32] }
-- input { empty([3][0]i32) empty([0][4]i32) } output { empty([0][4]i32) [0i32, 0i32, 0i32, 0i32] }
-- input { [[46i32, 3i32], [-49i32, 35i32], [8i32, 22i32]] empty([2][0]i32) }
-- output { empty([2][0]i32) empty([0]i32) }
entry tables [n] [m] [k] (xs: [n][m]i32) (ys: [m][k]i32) : ([m][k]i32, [k]i32) =
  let outer =
    reduce (\a b -> map2 (map2 (\x y -> (x + y) & 0xffff)) a b) (replicate m (replicate k 0))
           (map (\r -> map2 (\x yrow -> map (\y -> (x * y) & 0xffff) yrow) r ys) xs)
  let l = reduce (map2 (+)) (replicate k 0) outer
  in (outer, l)

-- ==
-- entry: tables_of
-- input { 5i64 7i64 33i64 } output { 2520452095i64 }
-- input { 2i64 1i64 1500i64 } output { 293615170488i64 }
-- input { 70i64 3i64 2i64 } output { 1236542i64 }
-- input { 1i64 2000i64 2i64 } output { 490208751649i64 }
entry tables_of (n: i64) (m: i64) (k: i64) : i64 =
  let (o, l) = tables (map (map i32.i64) (given2 (-50) 50 n m)) (map (map i32.i64) (given2 (-50) 50 m k))
  in digest2 (map (map i64.i32) o) + 3 * digest (map i64.i32 l)

-- Few long segments and many short ones, of scans and reductions.
-- ==
-- entry: long
-- input { 3i64 4i64 } output { 1882i64 1150i64 0i64 }
-- input { 0i64 5i64 } output { 0i64 0i64 0i64 }
-- input { 5i64 0i64 } output { 0i64 0i64 0i64 }
-- input { 1i64 1i64 } output { 0i64 0i64 0i64 }
-- input { 1i64 3000i64 } output { 1511776i64 1511487i64 0i64 }
-- input { 700i64 3i64 } output { 1409664i64 3028i64 0i64 }
-- input { 33i64 65i64 } output { 1101508i64 64781i64 0i64 }
-- input { 1i64 200000i64 } output { 101193786i64 101193050i64 0i64 }
-- input { 200000i64 1i64 } output { 202397084i64 1012i64 0i64 }
-- input { 447i64 449i64 } output { 101807972i64 453651i64 0i64 }
-- input { 3i64 70000i64 } output { 106260386i64 50198284i64 0i64 }
entry long (n: i64) (m: i64) : (i64, i64, i64) =
  let t = tabulate_2d n m (\i j -> (i * 131 + j * 17) % 1013)
  let a = map i64.sum t
  let b = map (reduce i64.max 0) (transpose t)
  let c = map (\r -> reduce (\x y -> x ^ y) 0 r) t
  let s = map (scan (+) 0) t
  let l = map (\r -> if m == 0 then 0 else r[m - 1]) s
  in (i64.sum a + i64.sum c, i64.sum b, i64.sum (map2 (\x y -> x ^ y) a l))

-- The place of the greatest element of each row, and of all, in a loop that uses them.
def am (a: (i32, i64)) (b: (i32, i64)) : (i32, i64) =
  if b.0 > a.0 || (b.0 == a.0 && b.1 < a.1) then b else a

-- ==
-- entry: places
-- input { 0i32 [[24i32, 23i32, 23i32, -25i32], [-46i32, -34i32, 21i32, -31i32], [24i32, -31i32, -29i32, -5i32]] }
-- output { [0i64, 0i64, 0i64] 0i64 0i32 }
-- input { 4i32 [[-1i32, 29i32, 29i32, 25i32], [-33i32, 27i32, -14i32, 28i32], [-44i32, -35i32, -23i32, -27i32]] }
-- output { [2i64, 3i64, 2i64] 1i64 3i32 }
-- input { 0i32 empty([0][5]i32) } output { empty([0]i64) 0i64 0i32 }
-- input { 4i32 empty([0][5]i32) } output { empty([0]i64) 3228i64 0i32 }
-- input { 0i32 empty([5][0]i32) } output { [0i64, 0i64, 0i64, 0i64, 0i64] 0i64 0i32 }
-- input { 4i32 empty([5][0]i32) } output { [0i64, 0i64, 0i64, 0i64, 0i64] 0i64 0i32 }
-- input { 0i32 [[42i32]] } output { [0i64] 0i64 0i32 }
-- input { 4i32 [[43i32]] } output { [0i64] 0i64 0i32 }
entry places [n] [m] (it: i32) (xs: [n][m]i32) : ([n]i64, i64, i32) =
  let (best, at, v) =
    loop (is, w, v) = (replicate n 0i64, 0i64, 0i32) for k < it do
      let rs =
        map2 (\row i0 ->
                reduce am (i32.lowest, i64.highest)
                       (zip (map2 (\x j -> (x ^ k) + i32.i64 (i0 * j % 7)) row (iota m)) (iota m))) xs is
      let (vs, ix) = unzip rs
      let (vv, ww) = reduce am (i32.lowest, i64.highest) (zip vs (iota n))
      in (map (\i -> if m == 0 then 0 else i % (m + 1)) ix, w + ww % 1000, v ^ vv)
  in (best, at, v)

-- ==
-- entry: places_of
-- input { 3i32 1i64 3000i64 } output { 1611i64 }
-- input { 3i32 700i64 3i64 } output { 228429706i64 }
-- input { 3i32 33i64 65i64 } output { 31157i64 }
entry places_of (it: i32) (n: i64) (m: i64) : i64 =
  let (b, a, v) = places it (map (map i32.i64) (given2 (-50) 50 n m))
  in digest b + 3 * a + 5 * i64.i32 v
