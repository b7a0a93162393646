-- Idioms of array programs, small ones; expected results by hand.
type mat [n] [m] = [n][m]f32
type^ op 'a = a -> a -> a
type pair 'a 'b = (a, b)
def mv [n] [m] (a: mat [n] [m]) (v: [m]f32) : [n]f32 = map (\row -> reduce (+) 0 (map2 (*) row v)) a
def segscan [n] 'a (op: op a) (ne: a) (fs: [n]bool) (xs: [n]a) : [n]a =
  (unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else op x y)) (false, ne) (zip fs xs))).1
def swap 'a 'b ((a, b): pair a b) : pair b a = (b, a)
def mean [n] (xs: [n]f64) = f64.sum xs / f64.i64 n
def variance [n] (xs: [n]f64) = let m = mean xs in mean (map (\x -> (x - m) ** 2) xs)

-- ==
-- entry: e1
-- input { [[1f32, 2f32], [3f32, 4f32]] [1f32, 1f32] } output { [3f32, 7f32] }
entry e1 [n] [m] (a: mat [n] [m]) (v: [m]f32) = mv a v

-- ==
-- entry: e2
-- input { [true, false, true, false] [1i32, 2i32, 3i32, 4i32] } output { [1i32, 3i32, 3i32, 7i32] }
entry e2 [n] (fs: [n]bool) (xs: [n]i32) = segscan (+) 0 fs xs

-- ==
-- entry: e3
-- input { [1f64, 2f64, 3f64, 4f64] } output { 1.25f64 }
entry e3 [n] (xs: [n]f64) = variance xs

-- ==
-- entry: e4
-- input { 3i64 } output { [[0i64, 1i64, 2i64], [0i64, 10i64, 20i64]] [[0i64, 0i64], [1i64, 10i64], [2i64, 20i64]] }
entry e4 (n: i64) =
  let ps = map (\i -> (i, 10 * i)) (iota n)
  let (a, b) = unzip ps
  let m = [a, b]
  in (m, transpose m)

-- ==
-- entry: e5
-- input { 2i64 3i64 } output { [0i64, 1i64, 0i64, 1i64, 0i64, 1i64] [0i64, 0i64, 1i64, 1i64, 2i64, 2i64] [0f32, 0f32, 0f32, 1f32, 0f32, 2f32] }
entry e5 (n: i64) (m: i64) =
  let t = tabulate_2d n m (\i j -> {i, j, v = f32.i64 (i * j)})
  let u = transpose t
  let w = flatten u
  in (map (.i) w, map (.j) w, map (\r -> r.v) w)

-- ==
-- entry: e6
-- input { 5i32 } output { 120i32 15i32 }
entry e6 (n: i32) =
  let go (f: i32 -> i32 -> i32) (z: i32) = loop acc = z for i < n do f acc (i + 1)
  in (go (*) 1, go (+) 0)

-- ==
-- entry: e7
-- input { [3i32, 1i32, 2i32] } output { [1i32, 2i32, 3i32] }
entry e7 [n] (xs: [n]i32) : [n]i32 =
  loop xs = copy xs for i < n do
    loop xs for j < n - 1 do
      if xs[j] > xs[j + 1]
      then
        let t = xs[j]
        let xs[j] = xs[j + 1]
        let xs[j + 1] = t
        in xs
      else xs

-- ==
-- entry: e8
-- input { 10i32 } output { [1i32, 2i32, 4i32, 8i32] }
entry e8 (n: i32) =
  let (xs, _) = loop (xs, x) = ([], 1) while x < n do (xs ++ [x], x * 2)
  in xs

-- ==
-- entry: e9
-- input { [1i64, 5i64, 2i64] } output { [1i64, 2i64] 2i64 [0i64, 1i64, 0i64, 1i64, 2i64, 2i64] }
entry e9 (xs: []i64) =
  let small = filter (< 4) xs
  let n = length small
  let k = i64.sum xs - 5
  let flat = loop acc = [] for x in small do acc ++ iota (x + 1)
  in (small, n, flat ++ [k - 2] |> init |> (++ [2])) |> \(a, b, c) -> (a, b, take 6 (c ++ c))

-- ==
-- entry: e10
-- input { [1i32, 2i32, 3i32] } output { [6i32, 5i32, 3i32] }
entry e10 (xs: []i32) = xs |> reverse |> scan (+) 0 |> reverse

-- ==
-- entry: e11
-- input { 4i64 } output { [[1i32, 0i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 1i32, 0i32], [0i32, 0i32, 0i32, 1i32]] }
entry e11 (n: i64) : [n][n]i32 =
  scatter_2d (replicate n (replicate n 0)) (map (\i -> (i, i)) (iota n)) (replicate n 1)

-- ==
-- entry: e12
-- input { 3i64 } output { [[1i64, 2i64, 3i64], [2i64, 4i64, 6i64], [3i64, 6i64, 9i64]] 36i64 }
entry e12 (n: i64) =
  let table = map (\x -> map (\y -> x * y) (1...n)) (1...n)
  in (table, i64.sum (map i64.sum table))

-- ==
-- entry: e13
-- input { 7u8 } output { 224u8 1u8 248u8 true }
entry e13 (x: u8) = (x << 5, x >> 2, !x, u8.popc x == 3)

-- ==
-- entry: e14
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [2i32, 4i32] [[2i32, 1i32], [4i32, 3i32]] [[3i32, 4i32], [1i32, 2i32]] }
entry e14 (a: [][]i32) = (a[:, 1], a[:, ::-1], a[::-1])

-- ==
-- entry: e15
-- input { 3i32 } output { 3i32 4i32 5i32 }
entry e15 (x: i32) =
  let f = \a b c -> (a, b, c)
  let (p, q, r) = f x (x + 1) (x + 2)
  in (p, q, r)

def weights = [1f32, 2, 4]
def total = f32.sum weights
def norm = map (/ total) weights
def lookup (i: i64) = norm[i]
def dims [n] [m] 'a (_: [n][m]a) = (n, m)
def pad [n] 'a (k: i64) (x: a) (xs: [n]a) : [n + k]a = xs ++ replicate k x
def chunks [n] 'a (k: i64) (xs: [n]a) : [n / k][k]a = tabulate (n / k) (\i -> xs[i * k: (i + 1) * k] :> [k]a)
def argmin [n] (xs: [n]f32) : i64 =
  (reduce (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (f32.inf, n) (zip xs (iota n))).1
def outer 'a 'b 'c [n] [m] (f: a -> b -> c) (xs: [n]a) (ys: [m]b) : [n][m]c = map (\x -> map (f x) ys) xs
def matpow [n] (a: [n][n]i64) (k: i32) : [n][n]i64 =
  let mul (a: [n][n]i64) (b: [n][n]i64) = map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose b)) a
  let eye = tabulate_2d n n (\i j -> i64.bool (i == j))
  in (loop (acc, base, k) = (eye, a, k) while k > 0 do
        if k % 2 == 1 then (mul acc base, mul base base, k / 2) else (acc, mul base base, k / 2)).0
type state [n] = {xs: [n]f32, t: i32, done: bool}
def advance [n] (s: state [n]) : state [n] =
  s with xs = map (* 2) s.xs with t = s.t + 1

-- ==
-- entry: c1
-- input { 1i64 } output { 0.2857143f32 7f32 }
entry c1 (i: i64) = (lookup i, total)

-- ==
-- entry: c2
-- input { [[1i32, 2i32, 3i32]] } output { 1i64 3i64 [1i32, 2i32, 3i32, 0i32, 0i32] [[1i32], [2i32], [3i32]] }
entry c2 (a: [][]i32) =
  let (n, m) = dims a
  in (n, m, pad 2 0 a[0], chunks 1 a[0])

-- ==
-- entry: c3
-- input { [3f32, 1f32, 2f32, 1f32] } output { 1i64 [[3f32, 1f32], [2f32, 1f32]] }
entry c3 (xs: []f32) = (argmin xs, chunks 2 xs)

-- ==
-- entry: c4
-- input { [1i32, 2i32] [10i32, 20i32, 30i32] } output { [[11i32, 21i32, 31i32], [12i32, 22i32, 32i32]] [[false, false, false], [false, false, false]] }
entry c4 (xs: []i32) (ys: []i32) = (outer (+) xs ys, outer (\x y -> x > y) xs ys)

-- ==
-- entry: c5
-- input { [[1i64, 1i64], [1i64, 0i64]] 10i32 } output { [[89i64, 55i64], [55i64, 34i64]] }
entry c5 [n] (a: [n][n]i64) (k: i32) = matpow a k

-- ==
-- entry: c6
-- input { [1f32, 2f32] } output { [8f32, 16f32] 3i32 }
entry c6 [n] (xs: [n]f32) =
  let s =
    loop s: state [n] = {xs, t = 0, done = false} while !s.done do
      let s = advance s
      in s with done = (s.t == 3)
  in (s.xs, s.t)

-- ==
-- entry: c7
-- input { [0i64, 1i64, 0i64] [1i32, 2i32, 3i32] } output { [4i32, 2i32] [3f32, 2f32] [[0i32, 4i32], [2i32, 0i32]] }
entry c7 [n] (is: [n]i64) (vs: [n]i32) =
  let (a, b) = unzip (hist (\(a, b) (c, d) -> (a + c, f32.max b d)) (0, -f32.inf) 2 is (zip vs (map f32.i32 vs)))
  let h = reduce_by_index_2d (replicate 2 (replicate 2 0i32)) (+) 0 (map (\i -> (i, 1 - i)) is) vs
  in (a, b, h)

-- ==
-- entry: c8
-- input { 3i64 } output { [[0i64, 0i64, 0i64], [0i64, 1i64, 2i64], [0i64, 2i64, 4i64]] [3i64, 6i64] }
entry c8 (n: i64) =
  let a = map (\i -> map (\j -> i * j) (iota n)) (iota n)
  let cols = reduce (map2 (+)) (replicate n 0) a
  in (a, cols[1:])

-- ==
-- entry: c9
-- input { 1.5f16 2.25f16 } output { 3.75f16 3.375f16 true }
entry c9 (x: f16) (y: f16) = (x + y, x * y, x < y)

-- ==
-- entry: c10
-- input { 18446744073709551615u64 } output { 18446744073709551614u64 -1i64 64i32 }
entry c10 (x: u64) = (x - 1, i64.u64 x, u64.popc x)

-- ==
-- entry: c11
-- input { [5i32, 3i32, 8i32, 1i32] } output { [1i32, 3i32, 5i32, 8i32] }
entry c11 [n] (xs: [n]i32) : [n]i32 =
  let rank = map2 (\x i -> i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < i))) xs (iota n))) xs (iota n)
  in scatter (replicate n 0) rank xs

-- ==
-- entry: c12
-- input { 4i64 } output { [[0i64, 0i64], [0i64, 1i64], [1i64, 0i64], [1i64, 1i64]] }
entry c12 (n: i64) : [n][2]i64 = map (\i -> [i / 2, i % 2]) (iota n)

-- ==
-- entry: c13
-- input { [1i32, 2i32, 3i32] } output { [2i32, 3i32, 1i32] [3i32, 1i32, 2i32] 2i32 }
entry c13 [n] (xs: [n]i32) =
  let shifted = #[unsafe] map (\i -> xs[(i + 1) % n]) (iota n)
  let other = map (\i -> #[unsafe] xs[(i - 1 + n) % n]) (iota n)
  in #[inline] (shifted, other, opaque xs[1])

-- ==
-- entry: c14
-- input { 2i32 } output { 2i32 4i32 }
-- input { 7i32 } error: Assertion
entry c14 (x: i32) : (i32, i32) =
  let y = assert (x < 5 || "big" == "wee") x
  in (y, y * 2)

-- ==
-- entry: c15
-- input { [[1i32, 2i32], [3i32, 4i32]] 1i64 } output { [[1i32, 0i32], [3i32, 0i32]] [[1i32, 2i32], [9i32, 9i32]] }
entry c15 [n] [m] (a: [n][m]i32) (j: i64) =
  let b = copy a with [:, j] = replicate n 0
  let c = copy a with [1, :] = replicate m 9
  in (b, c)

-- ==
-- entry: c16
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] } output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[[1i32], [2i32], [3i32]], [[4i32], [5i32], [6i32]]] 6i64 }
entry c16 (xs: []i32) =
  let a = unflatten (xs :> [2 * 3]i32)
  in (a, map (map (\x -> [x])) a, length (flatten a))
