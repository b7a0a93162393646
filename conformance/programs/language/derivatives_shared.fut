-- Adjoints of arrays that all iterations of a map read: each iteration adds to all of them. Results of
-- derivative rules for matrices, and of arithmetic.

def mm [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a

-- The adjoints of a and b in a·b, for the seed c, are c·bᵀ and aᵀ·c.
-- ==
-- entry: product
-- input { [[1f64, 2f64, 3f64], [4f64, 5f64, 6f64]] [[1f64, 0f64], [2f64, 1f64], [0f64, 3f64]] [[1f64, 2f64], [10f64, -1f64]] }
-- output { [[1f64, 4f64, 6f64], [10f64, 19f64, -3f64]] [[41f64, -2f64], [52f64, -1f64], [63f64, 0f64]] }
-- input { empty([0][2]f64) [[1f64], [2f64]] empty([0][1]f64) }
-- output { empty([0][2]f64) [[0f64], [0f64]] }
entry product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (c: [n][p]f64) : ([n][m]f64, [m][p]f64) =
  vjp (\(a, b) -> mm a b) (a, b) c

-- The same of a·aᵀ, where both factors are one: (c + cᵀ)·a.
-- ==
-- entry: gram
-- input { [[1f64, 2f64], [3f64, 4f64], [5f64, 6f64]] [[1f64, 2f64, 0f64], [0f64, 1f64, 1f64], [3f64, 0f64, -1f64]] }
-- output { [[23f64, 30f64], [13f64, 18f64], [-4f64, -2f64]] }
entry gram [n] [m] (a: [n][m]f64) (c: [n][n]f64) : [n][m]f64 =
  vjp (\a -> mm a (transpose a)) a c

-- Products of pairs of matrices.
-- ==
-- entry: batched
-- input { [[[1f64, 2f64]], [[3f64, 4f64]]] [[[5f64], [6f64]], [[7f64], [8f64]]] }
-- output { [[[5f64, 6f64]], [[7f64, 8f64]]] [[[1f64], [2f64]], [[3f64], [4f64]]] }
entry batched [k] [n] [m] [p] (a: [k][n][m]f64) (b: [k][m][p]f64) : ([k][n][m]f64, [k][m][p]f64) =
  vjp (\(a, b) -> map2 mm a b) (a, b) (replicate k (replicate n (replicate p 1)))

-- The sum of squared distances of n points from m others, by both: 2(m·x − Σy) and 2(n·y − Σx).
-- ==
-- entry: distances
-- input { [[1f64, 2f64], [3f64, 5f64]] [[0f64, 1f64], [2f64, 2f64], [4f64, 0f64]] }
-- output { [[-6f64, 6f64], [6f64, 24f64]] [[-8f64, -10f64], [0f64, -6f64], [8f64, -14f64]] }
entry distances [n] [m] [d] (x: [n][d]f64) (y: [m][d]f64) : ([n][d]f64, [m][d]f64) =
  vjp (\(x, y) -> f64.sum (flatten (map (\a -> map (\b -> f64.sum (map2 (\a b -> (a - b) * (a - b)) a b)) y) x))) (x, y) 1

-- A convolution along rows, with a kernel that all of them read: element k of its adjoint is Σ x[i + k].
-- ==
-- entry: convolution
-- input { [1f64, 2f64, 4f64, 8f64, 16f64] [3f64, 5f64] }
-- output { [3f64, 8f64, 8f64, 8f64, 5f64] [15f64, 30f64] }
entry convolution [n] [k] (x: [n]f64) (w: [k]f64) : ([n]f64, [k]f64) =
  vjp (\(x, w) -> tabulate (n - k + 1) (\i -> f64.sum (map2 (*) w (x[i:i + k] :> [k]f64)))) (x, w) (replicate (n - k + 1) 1)

-- Attention: both modes, in the directions of the queries, keys and values, and differences agree.
-- ==
-- entry: attention
-- input { 5i64 4i64 3i64 }
-- output { true true }
-- input { 1i64 1i64 1i64 }
-- output { true true }
def softmax [n] (x: [n]f64) : [n]f64 =
  let m = f64.maximum x
  let e = map (\x -> f64.exp (x - m)) x
  in map (/ f64.sum e) e

def attend [n] [m] [d] (q: [n][d]f64, k: [m][d]f64, v: [m][d]f64) : [n][d]f64 =
  mm (map softmax (mm q (transpose k))) v

entry attention (n: i64) (m: i64) (d: i64) : (bool, bool) =
  let made a n = tabulate_2d n d (\i j -> f64.sin (f64.i64 (7 * a + 3 * i * i + 5 * j)))
  let (x, x') = ((made 1 n, made 2 m, made 3 m), (made 4 n, made 5 m, made 6 m))
  let y' = made 7 n
  let dot [a] [b] (x: [a][b]f64) (y: [a][b]f64) = f64.sum (map2 (*) (flatten x) (flatten y))
  let dot3 (x: ([n][d]f64, [m][d]f64, [m][d]f64)) (y: ([n][d]f64, [m][d]f64, [m][d]f64)) = dot x.0 y.0 + dot x.1 y.1 + dot x.2 y.2
  let moved h = (map2 (map2 (\x y -> x + h * y)) x.0 x'.0, map2 (map2 (\x y -> x + h * y)) x.1 x'.1, map2 (map2 (\x y -> x + h * y)) x.2 x'.2)
  let forward = dot (jvp attend x x') y'
  let reverse = dot3 (vjp attend x y') x'
  let steps = (dot (attend (moved 1e-4)) y' - dot (attend (moved (-1e-4))) y') / 2e-4
  in (f64.abs (forward - reverse) < 1e-12, f64.abs (reverse - steps) < 1e-6)

-- The gradient's own derivative: of ½|a·b|² by b along b', Aᵀ·A·b'.
-- ==
-- entry: second
-- input { [[1f64, 2f64], [3f64, 4f64], [0f64, 1f64]] [[1f64, 0f64], [5f64, 2f64]] [[1f64, 1f64], [2f64, 0f64]] }
-- output { [[38f64, 10f64], [56f64, 14f64]] }
entry second [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (b': [m][p]f64) : [m][p]f64 =
  jvp (\b -> vjp (\b -> f64.sum (map (\x -> x * x / 2) (flatten (mm a b)))) b 1) b b'

-- The largest of each row's values, scaled by a vector that all rows read: what each row needs of a reduction is kept.
-- ==
-- entry: scaled
-- input { [[1f64, 5f64], [4f64, 2f64], [3f64, 6f64]] [10f64, 100f64] }
-- output { [[50f64, 1010f64], [280f64, 400f64], [60f64, 1230f64]] [39f64, 69f64] }
entry scaled [n] [m] (x: [n][m]f64) (w: [m]f64) : ([n][m]f64, [m]f64) =
  vjp (\(x, w) -> f64.sum (map (\x -> let s = f64.maximum x in f64.sum (map2 (\x w -> s * x * w) x w)) x)) (x, w) 1
