-- Loops and branches within maps whose bodies are parallel.
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

-- A loop over arrays in a map: sums, a scan, and the next state of both.
-- ==
-- entry: steps
-- input { 3i32 [[26i64, -29i64, 12i64, 27i64], [-43i64, -10i64, -3i64, 23i64], [43i64, 6i64, 10i64, 36i64]] [-29i64, -32i64, -36i64, -4i64] }
-- output { [[3130i64, 3020i64, 3061i64, 3077i64], [2196i64, 2460i64, 2516i64, 2620i64], [2674i64, 2637i64, 2641i64, 2667i64]] [3020i64, 2196i64, 2637i64] }
-- input { 0i32 empty([0][5]i64) [32i64, -30i64, 30i64, 3i64, 11i64] }
-- output { empty([0][5]i64) empty([0]i64) }
-- input { 3i32 empty([0][5]i64) [-1i64, 49i64, 50i64, 7i64, -16i64] }
-- output { empty([0][5]i64) empty([0]i64) }
-- input { 0i32 empty([5][0]i64) empty([0]i64) }
-- output { empty([5][0]i64) [9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64] }
-- input { 3i32 empty([5][0]i64) empty([0]i64) }
-- output { empty([5][0]i64) [9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64] }
-- input { 3i32 [[22i64]] [-8i64] } output { [[1678i64]] [1678i64] }
entry steps [n] [m] (steps: i32) (xs: [n][m]i64) (ws: [m]i64) : ([n][m]i64, [n]i64) =
  let (r, s) =
    unzip (map (\row ->
                  let out =
                    loop acc = copy row for k < steps do
                      let t = reduce (+) 0 (map2 (*) acc ws) % 1009
                      let sc = scan (\a b -> i64.max a b) i64.lowest acc
                      in map2 (\a b -> (a + t * i64.i32 k + b) % 65537) acc sc
                  in (out, reduce i64.min i64.highest out)) xs)
  in (r, s)

-- ==
-- entry: steps_of
-- input { 3i32 1i64 3000i64 } output { 19229735128i64 }
-- input { 3i32 700i64 3i64 } output { 13560816323i64 }
-- input { 3i32 33i64 65i64 } output { 10007794331i64 }
entry steps_of (k: i32) (n: i64) (m: i64) : i64 =
  let (r, s) = steps k (given2 (-50) 50 n m) (map (within (-9) 9) (iota m))
  in digest2 r + 3 * digest s

-- Each element decides which of two parallel arms runs.
-- ==
-- entry: arms
-- input { [[19i32, -49i32, 30i32, 19i32], [-41i32, -27i32, -45i32, 7i32], [-42i32, 27i32, -23i32, 28i32]] [true, false, true] }
-- output { [[19i32, -30i32, 0i32, 19i32], [-41i32, -20i32, -31i32, 28i32], [-42i32, -15i32, -38i32, -10i32]] -161i32 }
-- input { empty([0][5]i32) empty([0]bool) } output { empty([0][5]i32) 0i32 }
-- input { empty([5][0]i32) [false, false, true, false, true] } output { empty([5][0]i32) 0i32 }
-- input { [[-22i32]] [true] } output { [[-22i32]] -22i32 }
entry arms [n] [m] (xs: [n][m]i32) (flags: [n]bool) : ([n][m]i32, i32) =
  let ys =
    map2 (\row f ->
            if f
            then scan (+) 0 row
            else
              let mx = i32.maximum row
              in map2 (\i v -> v + mx * i32.i64 i) (iota m) row) xs flags
  in (ys, i32.sum (flatten ys))

-- ==
-- entry: arms_of
-- input { 1i64 3000i64 } output { 900829318688i64 }
-- input { 700i64 3i64 } output { 1183885554i64 }
-- input { 33i64 65i64 } output { 5714008784i64 }
entry arms_of (n: i64) (m: i64) : i64 =
  let (ys, s) = arms (map (map i32.i64) (given2 (-50) 50 n m)) (map (\i -> noise i % 2 == 0) (iota n))
  in digest2 (map (map i64.i32) ys) + 3 * i64.i32 s

-- Powers of matrices: a product in a loop in a map.
def mm [n] [m] [p] (a: [n][m]u32) (b: [m][p]u32) : [n][p]u32 =
  map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: powers
-- input { 3i32 [[[9u32, 34u32, 37u32], [2u32, 10u32, 41u32], [10u32, 7u32, 1u32]], [[7u32, 45u32, 42u32], [15u32, 37u32, 23u32], [32u32, 14u32, 31u32]]] }
-- output { [[[112365774u32, 158631803u32, 203748836u32], [111986079u32, 157846135u32, 202572080u32], [111810871u32, 157582036u32, 202050468u32]], [[408043292u32, 476683330u32, 477626755u32], [405748442u32, 473434398u32, 474267536u32], [406464236u32, 474608690u32, 475541001u32]]] }
-- input { 3i32 [[[16u32]]] } output { [[[524288u32]]] }
-- input { 0i32 empty([0][3][3]u32) } output { empty([0][3][3]u32) }
-- input { 3i32 empty([0][3][3]u32) } output { empty([0][3][3]u32) }
-- input { 0i32 empty([2][0][0]u32) } output { empty([2][0][0]u32) }
-- input { 3i32 empty([2][0][0]u32) } output { empty([2][0][0]u32) }
entry powers [q] [n] (k: i32) (xs: [q][n][n]u32) : [q][n][n]u32 =
  map (\x ->
         loop y = copy x for i < k do
           (let z = mm y x
            let t = reduce (+) 0 (map (reduce (^) 0) z) in map (map (+ t)) z)) xs

-- ==
-- entry: powers_of
-- input { 3i32 5i64 17i64 } output { 4529415806645494i64 }
-- input { 4i32 1i64 40i64 } output { 5465304964861357i64 }
entry powers_of (k: i32) (q: i64) (n: i64) : i64 =
  digest3 (map (map (map i64.u32)) (powers k (map (map (map u32.i64)) (given3 0 9 q n n))))

-- While loops in a map, which take differently long.
-- ==
-- entry: halved
-- input { [[675u32, 250u32, 533u32, 309u32], [334u32, 34u32, 546u32, 954u32], [706u32, 217u32, 333u32, 872u32]] }
-- output { [5i32, 5i32, 5i32] [[21u32, 7u32, 16u32, 9u32], [10u32, 1u32, 17u32, 29u32], [22u32, 6u32, 10u32, 27u32]] }
-- input { empty([0][5]u32) } output { empty([0]i32) empty([0][5]u32) }
-- input { empty([5][0]u32) } output { [0i32, 0i32, 0i32, 0i32, 0i32] empty([5][0]u32) }
-- input { [[636u32]] } output { [3i32] [[79u32]] }
entry halved [n] [m] (xs: [n][m]u32) : ([n]i32, [n][m]u32) =
  unzip (map (\row ->
                loop (k, r) = (0i32, copy row) while k < 40 && reduce (+) 0 r > 100 do
                  (k + 1, map (\x -> x / 2) r)) xs)

-- ==
-- entry: halved_of
-- input { 1i64 3000i64 } output { 53986498510i64 }
-- input { 700i64 3i64 } output { 18744940376i64 }
-- input { 33i64 65i64 } output { 19731413595i64 }
entry halved_of (n: i64) (m: i64) : i64 =
  let (k, r) = halved (map (map u32.i64) (given2 0 1000 n m))
  in digest (map i64.i32 k) + 3 * digest2 (map (map i64.u32) r)

-- A branch in a loop in a map, with a nest on either side.
-- ==
-- entry: turns
-- input { [[[42i32, 45i32, 42i32, -26i32], [28i32, 49i32, 48i32, 47i32], [-4i32, 31i32, 23i32, -9i32]], [[-36i32, -25i32, 1i32, -11i32], [27i32, 38i32, -28i32, 19i32], [49i32, -48i32, 10i32, 15i32]]] }
-- output { [[[1688i32, 24i32, 1000i32, 818i32], [1184i32, 0i32, 976i32, 358i32], [1032i32, 968i32, 1944i32, 420i32]], [[1664i32, 328i32, 872i32, 612i32], [1932i32, 352i32, 896i32, 534i32], [1724i32, 520i32, 1064i32, 378i32]]] }
-- input { [[[-36i32]]] } output { [[[816i32]]] }
-- input { empty([0][3][4]i32) } output { empty([0][3][4]i32) }
-- input { empty([3][0][4]i32) } output { empty([3][0][4]i32) }
-- input { empty([3][2][0]i32) } output { empty([3][2][0]i32) }
entry turns [a] [b] [c] (xs: [a][b][c]i32) : [a][b][c]i32 =
  map (\mat ->
         loop m = copy mat for k < 4 do
           if k % 2 == 0
           then map (\row -> let s = scan (+) 0 row in map2 (\x y -> (x * 5 + y) % 1000) row s) m
           else
             let col = map (\cc -> reduce (\x y -> x ^ y) 0 cc) (transpose m)
             in map (\row -> scatter (copy row) (map (\j -> if j * 2 < c then j * 2 else -1) (iota c)) (map2 (+) row col)) (map id m)) xs

-- ==
-- entry: turns_of
-- input { 5i64 7i64 33i64 } output { 1065498784i64 }
-- input { 2i64 1i64 1500i64 } output { 18289258509i64 }
-- input { 70i64 3i64 2i64 } output { 129456296i64 }
-- input { 1i64 2000i64 2i64 } output { 40437618372i64 }
entry turns_of (a: i64) (b: i64) (c: i64) : i64 =
  digest3 (map (map (map i64.i32)) (turns (map (map (map i32.i64)) (given3 (-50) 50 a b c))))

-- A function with a loop of in-place updates, called two maps deep, and one.
def go [m] (row: [m]i32) : [m]i32 =
  let r = copy row
  in loop r for i < m do
       let s = if i > 0 then r[i - 1] else 0
       in r with [i] = (r[i] * 3 + s) % 911

-- ==
-- entry: updated
-- input { [[[-29i32, -29i32, -11i32, 19i32], [40i32, -36i32, -16i32, 10i32], [13i32, 50i32, -50i32, -6i32]], [[28i32, 49i32, -25i32, -6i32], [-31i32, 45i32, -36i32, 37i32], [-32i32, -50i32, 27i32, 28i32]]] }
-- output { [[[824i32, 737i32, 704i32, 761i32], [120i32, 12i32, 875i32, 905i32], [39i32, 189i32, 39i32, 21i32]], [[84i32, 231i32, 156i32, 138i32], [818i32, 42i32, 845i32, 45i32], [815i32, 665i32, 746i32, 830i32]]] [[216i32, 297i32, 596i32, 191i32], [596i32, 677i32, 452i32, 758i32]] [1365i32, 1790i32] }
-- input { [[[-35i32]]] } output { [[[806i32]]] [[596i32]] [877i32] }
-- input { empty([0][3][4]i32) } output { empty([0][3][4]i32) empty([0][4]i32) empty([0]i32) }
-- input { empty([3][0][4]i32) }
-- output { empty([3][0][4]i32) [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] [0i32, 0i32, 0i32] }
-- input { empty([3][2][0]i32) } output { empty([3][2][0]i32) empty([3][0]i32) [0i32, 0i32, 0i32] }
entry updated [n] [m] [l] (xs: [n][m][l]i32) : ([n][m][l]i32, [n][l]i32, [n]i32) =
  let a = map (map go) xs
  let b = map (\x -> go (map i32.sum (transpose x))) a
  let c = map (\r -> reduce (+) 0 (go (scan (+) 0 r))) b
  in (a, b, c)

-- ==
-- entry: updated_of
-- input { 5i64 7i64 33i64 } output { 963538469i64 }
-- input { 2i64 1i64 1500i64 } output { 70985011744i64 }
-- input { 70i64 3i64 2i64 } output { 138803581i64 }
-- input { 1i64 2000i64 2i64 } output { 42384719622i64 }
entry updated_of (n: i64) (m: i64) (l: i64) : i64 =
  let (a, b, c) = updated (map (map (map i32.i64)) (given3 (-50) 50 n m l))
  in digest3 (map (map (map i64.i32)) a) + 3 * digest2 (map (map i64.i32) b) + 5 * digest (map i64.i32 c)

-- A loop whose branches reduce or scan, and that keeps a result of each iteration.
-- ==
-- entry: kept
-- input { 5i64 [[2i32, 32i32, 5i32, -34i32], [22i32, -19i32, 9i32, -43i32], [-21i32, 10i32, -12i32, 24i32]] [-13i32, -19i32, 13i32] }
-- output { [[5i32, 5058i32, 3427i32, 7937i32, 12262i32], [-31i32, 9665i32, 4886i32, 13299i32, 11208i32], [24i32, 10109i32, 11139i32, 3917i32, 12855i32]] }
-- input { 0i64 empty([0][5]i32) empty([0]i32) } output { empty([0][0]i32) }
-- input { 5i64 empty([0][5]i32) empty([0]i32) } output { empty([0][5]i32) }
-- input { 5i64 [[-32i32]] [-32i32] } output { [[-32i32, 4747i32, 2955i32, 3628i32, 4009i32]] }
entry kept [n] [m] (k: i64) (xs: [n][m]i32) (cond: [n]i32) : [n][k]i32 =
  map2 (\row c ->
          let (out, _) =
            loop (out, r) = (replicate k 0, copy row) for i < k do
              let v =
                if (i32.i64 i + c) % 3 == 0
                then i32.sum r
                else if (i32.i64 i + c) % 3 == 1
                then reduce i32.max i32.lowest r
                else (scan (+) 0 r)[m - 1]
              in (out with [i] = v, map (\x -> (x * 7 + v) % 5003) r)
          in out) xs cond

-- ==
-- entry: kept_of
-- input { 5i64 1i64 3000i64 } output { 89771800i64 }
-- input { 5i64 700i64 3i64 } output { 65858442627i64 }
-- input { 5i64 33i64 65i64 } output { 2357406948i64 }
entry kept_of (k: i64) (n: i64) (m: i64) : i64 =
  digest2 (map (map i64.i32) (kept k (map (map i32.i64) (given2 (-50) 50 n m)) (map i32.i64 (iota n))))

-- Inner sizes that differ: iota of the index, and filter.
-- ==
-- entry: uneven
-- input { empty([0]i32) } output { empty([0]i64) empty([0]i32) empty([0]i64) }
-- input { [13i32] } output { [0i64] [0i32] [0i64] }
-- input { [25i32, -39i32, -37i32, 18i32, 28i32] }
-- output { [0i64, 1i64, 5i64, 14i64, 30i64] [28i32, 53i32, 139i32, 78i32, 0i32] [1i64, 4i64, 3i64, 2i64, 0i64] }
entry uneven [n] (xs: [n]i32) : ([n]i64, [n]i32, [n]i64) =
  unzip3 (map2 (\i x ->
                  let s = i64.sum (map (\j -> j * j + i) (iota i))
                  let f = filter (\y -> y > x) xs
                  let t = reduce (+) 0 (scan (+) 0 f)
                  in (s, t, length f)) (iota n) xs)

-- ==
-- entry: uneven_of
-- input { 70i64 } output { 432028870i64 }
-- input { 257i64 } output { 176957179485i64 }
entry uneven_of (n: i64) : i64 =
  let (s, t, l) = uneven (map i32.i64 (map (within (-50) 50) (iota n)))
  in digest s + 3 * digest (map i64.i32 t) + 5 * digest l

-- Transpositions of rank 4 within nests and around them.
-- ==
-- entry: turned
-- input { empty([0][1][2][3]i16) }
-- output { [[0i16, 0i16], [0i16, 0i16], [0i16, 0i16]] empty([0][3][1]i16) empty([2][0]i32) }
-- input { empty([2][0][3][1]i16) }
-- output { [[0i16, 0i16, 0i16]] empty([2][1][0]i16) [[-32768i32, -32768i32], [-32768i32, -32768i32], [-32768i32, -32768i32]] }
-- input { empty([2][2][0][3]i16) }
-- output { empty([3][0]i16) [[[0i16, 0i16], [0i16, 0i16], [0i16, 0i16]], [[0i16, 0i16], [0i16, 0i16], [0i16, 0i16]]] empty([0][2]i32) }
-- input { empty([2][3][2][0]i16) }
-- output { empty([0][2]i16) empty([2][0][3]i16) [[0i32, 0i32], [0i32, 0i32]] }
-- input { [[[[49i16]]]] } output { [[49i16]] [[[49i16]]] [[49i32]] }
entry turned [a] [b] [c] [d] (xs: [a][b][c][d]i16) : ([d][c]i16, [a][d][b]i16, [c][a]i32) =
  let u = map (\x -> map (\y -> map (\z -> reduce (+) 0 z) (transpose y)) x) xs
  let v = map transpose u
  let w = map (\p -> map (\q -> reduce i16.max i16.lowest q) (transpose p)) (map (\x -> map (\y -> map (reduce (+) 0) y) x |> transpose |> transpose) xs)
  let z = transpose (map (map i32.i16) w)
  let g = transpose (map (\j -> map (\k -> reduce (+) 0 (flatten (map (\x -> map (\y -> y[j, k]) x) xs))) (iota d)) (iota c))
  in (g, v, z)
