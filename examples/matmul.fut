-- The product of two matrices.
--
-- Expected results: the first by hand; the second from the closed formula for
-- a[i, j] = i + j and the all-ones matrix, whose product has in row i the sum
-- n·i + n(n - 1)/2 everywhere (n = 5).
-- ==
-- entry: main
-- input { [[1f32, 2f32], [3f32, 4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[19f32, 22f32], [43f32, 50f32]] }
-- input { [[1f32, 2f32, 3f32]] [[1f32], [10f32], [100f32]] }
-- output { [[321f32]] }
-- input { empty([0][3]f32) [[1f32], [10f32], [100f32]] }
-- output { empty([0][1]f32) }

def dot [n] 't (mul: t -> t -> t) (add: t -> t -> t) (zero: t) (xs: [n]t) (ys: [n]t) : t =
  reduce add zero (map2 mul xs ys)

def matmul [n] [m] [k] 't (mul: t -> t -> t) (add: t -> t -> t) (zero: t)
           (a: [n][k]t) (b: [k][m]t) : [n][m]t =
  map (\row -> map (\column -> dot mul add zero row column) (transpose b)) a

entry main [n] [m] [k] (a: [n][k]f32) (b: [k][m]f32) : [n][m]f32 =
  matmul (*) (+) 0 a b

-- ==
-- entry: sums
-- input { 5i64 } output { [10i64, 15i64, 20i64, 25i64, 30i64] }
entry sums (n: i64) : []i64 =
  let product = matmul (*) (+) 0i64 (tabulate_2d n n (+)) (replicate n (replicate n 1))
  in map (\row -> row[0]) product
