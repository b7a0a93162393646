-- Small programs of many kinds. Expected results: Futhark 0.25.32.

type player_game = {pos: (i32, i32), hp: i32, items: [3]u8}
def move_game (d: u8) (p: player_game) : player_game =
  let (x, y) = p.pos
  in p with pos = (match d case 'u' -> (x, y - 1) case 'd' -> (x, y + 1) case 'l' -> (x - 1, y) case _ -> (x + 1, y)) with hp = p.hp - 1
-- ==
-- entry: game
-- input { [117u8, 117u8, 108u8, 100u8, 114u8] }
-- output { 0 -1 5 [97u8, 98u8, 99u8] }
entry game (s: []u8) =
  let p = foldl (flip move_game) {pos = (0, 0), hp = 10, items = "abc"} s
  in (p.pos.0, p.pos.1, p.hp, p.items)

def c_mul_mandelbrot (a: (f32, f32)) (b: (f32, f32)) = (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
def div_mandelbrot (n: i32) (c: (f32, f32)) = (loop (z, i) = (c, 0) while i < n && z.0 * z.0 + z.1 * z.1 < 4 do let w = c_mul_mandelbrot z z in ((w.0 + c.0, w.1 + c.1), i + 1)).1
-- ==
-- entry: mandelbrot
-- input { 30 }
-- output { [[0, 0, 1, 2, 2, 2, 3, 5, 30, 3, 1, 1], [0, 1, 2, 2, 2, 3, 5, 21, 30, 4, 2, 1], [0, 2, 2, 3, 4, 5, 30, 30, 30, 30, 4, 2], [0, 3, 4, 8, 30, 12, 30, 30, 30, 30, 4, 2], [0, 30, 30, 30, 30, 30, 30, 30, 30, 30, 4, 2], [0, 3, 4, 8, 30, 12, 30, 30, 30, 30, 4, 2], [0, 2, 2, 3, 4, 5, 30, 30, 30, 30, 4, 2], [0, 1, 2, 2, 2, 3, 5, 21, 30, 4, 2, 1]] }
entry mandelbrot (n: i32) : [][]i32 = map (\y -> map (\x -> div_mandelbrot n (f32.i64 x / 4 - 2, f32.i64 y / 4 - 1)) (iota 12)) (iota 8)

def rle_run_lengths [n] (xs: [n]i32) : ([]i32, []i64) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let is = map (.0) (filter (.1) (zip (iota n) starts))
  let k = length is
  let lens = map (\j -> (if j == k - 1 then n else is[j + 1]) - is[j]) (iota k)
  in (map (\i -> xs[i]) is, lens)
-- ==
-- entry: run_lengths
-- input { [1,1,2,3,3,3] }
-- output { [1, 2, 3] [2i64, 1i64, 3i64] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i64) }
entry run_lengths (xs: []i32) = rle_run_lengths xs

def expand_from_run_lengths (xs: []i32) (ls: []i64) =
  let n = length xs
  let ls = ls :> [n]i64
  let offs = scan (+) 0 ls
  let total = if n == 0 then 0 else last offs in map (\i -> let j = loop j = 0 while offs[j] <= i do j + 1 in xs[j]) (iota total)
-- ==
-- entry: from_run_lengths
-- input { [1,2,3] [2i64,0i64,3i64] }
-- output { [1, 1, 3, 3, 3] }
entry from_run_lengths (xs: []i32) (ls: []i64) = expand_from_run_lengths xs ls

-- ==
-- entry: sudoku
-- input { [[5,3,4,6,7,8,9,1,2],[6,7,2,1,9,5,3,4,8],[1,9,8,3,4,2,5,6,7],[8,5,9,7,6,1,4,2,3],[4,2,6,8,5,3,7,9,1],[7,1,3,9,2,4,8,5,6],[9,6,1,5,3,7,2,8,4],[2,8,7,4,1,9,6,3,5],[3,4,5,2,8,6,1,7,9]] }
-- output { true }
entry sudoku (b: [9][9]i32) : bool =
  let ok (xs: [9]i32) = (reduce (|) 0 (map (1 <<) xs)) == 0x3fe
  let boxes = map (\k -> map (\l -> b[k / 3 * 3 + l / 3, k % 3 * 3 + l % 3]) (iota 9)) (iota 9)
  in all ok b && all ok (transpose b) && all ok boxes

-- ==
-- entry: collatz
-- input { 100i64 }
-- output { 118 97i64 }
entry collatz (n: i64) = let lens = map (\i -> (loop (x, c) = (i + 1, 0i32) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, c + 1)).1) (iota n) in (i32.maximum lens, (reduce (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j)) (-1, -1) (zip lens (indices lens))).1 + 1)

-- ==
-- entry: primes
-- input { 50i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64] }
entry primes (n: i64) = (loop (ps, i) = ([2i64], 3) while i < n do (if all (\p -> i % p != 0) ps then ps ++ [i] else ps, i + 2)).0

-- ==
-- entry: pascal
-- input { 6i64 }
-- output { [[1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [1, 2, 1, 0, 0, 0], [1, 3, 3, 1, 0, 0], [1, 4, 6, 4, 1, 0], [1, 5, 10, 10, 5, 1]] }
entry pascal (n: i64) = loop a = replicate n (replicate n 0i32) for i < n do let r = map (\j -> if j == 0 || j == i then 1 else if j > i then 0 else a[i - 1, j - 1] + a[i - 1, j]) (iota n) in a with [i] = r

-- ==
-- entry: determinant
-- input { [[2f64,0f64,1f64],[1f64,3f64,2f64],[1f64,1f64,1f64]] }
-- output { 0f64 }
entry determinant [n] (m: [n][n]f64) =
  let (_, d) =
    loop (m, d) = (copy m, 1f64) for k < n do
      let (p, _) = reduce_comm (\(i, a) (j, b) -> if a > b || (a == b && i < j) then (i, a) else (j, b)) (-1, -1) (map (\i -> (i, if i < k then -1 else f64.abs m[i, k])) (iota n))
      let pr = copy m[p]
      let kr = copy m[k]
      let m = m with [k] = pr with [p] = (if p == k then pr else kr)
      let d = d * m[k, k] * (if p == k then 1 else -1)
      in (map (\i -> if i <= k || m[k, k] == 0 then m[i] else map2 (\x y -> x - y * m[i, k] / m[k, k]) m[i] m[k]) (iota n), d)
  in d

-- ==
-- entry: stencil
-- input { [[[1f32,2f32],[3f32,4f32]],[[5f32,6f32],[7f32,8f32]]] }
-- output { [[[4f32, -1f32], [-6f32, -11f32]], [[-16f32, -21f32], [-26f32, -31f32]]] }
entry stencil [a] [b] [c] (x: [a][b][c]f32) = map (\i -> map (\j -> map (\k -> let g i j k = if i < 0 || i >= a || j < 0 || j >= b || k < 0 || k >= c then 0 else x[i, j, k] in g (i - 1) j k + g (i + 1) j k + g i (j - 1) k + g i (j + 1) k + g i j (k - 1) + g i j (k + 1) - 6 * g i j k) (iota c)) (iota b)) (iota a)

def nth_median [n] (k: i64) (xs: [n]f32) =
  let (_, _, r) =
    loop (k, xs: []f32, r) = (k, xs, f32.nan) while length xs > 0 do
      let p = xs[length xs / 2]
      let (lt, rest) = partition (< p) xs
      let (eq, gt) = partition (== p) rest in if k < length lt then (k, lt, r) else if k < length lt + length eq then (0, [], p) else (k - length lt - length eq, gt, r)
  in r
-- ==
-- entry: median
-- input { [5f32,3f32,1f32,4f32,2f32] }
-- output { 3f32 1f32 }
entry median (xs: []f32) = (nth_median (length xs / 2) xs, nth_median 0 xs)

def euclid_centres [d] (a: [d]f32) (b: [d]f32) = f32.sqrt (f32.sum (map2 (\x y -> (x - y) ** 2) a b))
def closest_centres [k] [d] (cs: [k][d]f32) (p: [d]f32) = (reduce_comm (\(i, a) (j, b) -> if a < b || (a == b && i < j) then (i, a) else (j, b)) (-1, f32.inf) (zip (iota k) (map (euclid_centres p) cs))).0
-- ==
-- entry: centres
-- input { 2i64 [[0f32,0f32],[1f32,0f32],[10f32,10f32],[11f32,10f32]] }
-- output { [[0.5f32, 0f32], [10.5f32, 10f32]] }
entry centres [n] [d] (k: i64) (ps: [n][d]f32) =
  loop cs = take k ps for _i < 5i32 do
    let which = map (closest_centres cs) ps
    let counts = hist (+) 0 k which (rep 1i32)
    let sums = hist (map2 (+)) (replicate d 0) k which ps
    in map2 (\s c -> map (/ f32.i32 (i32.max 1 c)) s) sums counts

def mult_sparse (vals: [](i64, f32)) (offs: []i64) (x: []f32) =
  map (\i ->
         let a = offs[i]
         let b = offs[i + 1] in f32.sum (map (\(c, v) -> v * x[c]) vals[a:b])) (iota (length offs - 1))
-- ==
-- entry: sparse
-- input { [0i64,1i64,1i64,2i64] [1f32,2f32,3f32,4f32] [0i64,2i64,3i64,4i64] [1f32,10f32,100f32] }
-- output { [21f32, 30f32, 400f32] }
entry sparse [m] (cs: [m]i64) (vs: [m]f32) (offs: []i64) (x: []f32) = mult_sparse (zip cs vs) offs x

-- ==
-- entry: convolution
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32],[7f32,8f32,9f32]] [[1f32,0f32],[0f32,-1f32]] }
-- output { [[-4f32, -4f32], [-4f32, -4f32]] }
entry convolution [n] [m] [k] (img: [n][m]f32) (ker: [k][k]f32) = tabulate_2d (n - k + 1) (m - k + 1) (\i j -> f32.sum (flatten (map2 (map2 (*)) ker (img[i:i + k, j:j + k] :> [k][k]f32))))

-- ==
-- entry: heat
-- input { 5 [1f64,0f64,0f64,2f64] }
-- output { [1f64, 0.9775390625f64, 1.310546875f64, 2f64] }
entry heat [n] (iters: i32) (t: [n]f64) : [n]f64 = loop t for _i < iters do map (\i -> if i == 0 || i == n - 1 then t[i] else 0.25 * t[i - 1] + 0.5 * t[i] + 0.25 * t[i + 1]) (iota n)
