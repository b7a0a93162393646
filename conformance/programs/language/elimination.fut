-- The determinant and the inverse of a matrix by Gauss-Jordan elimination, each
-- step with the row that has the largest pivot.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- entry: inverse
-- input { [[2.0, 1.0], [1.0, 3.0]] } output { [[0.6f64, -0.2f64], [-0.2f64, 0.4f64]] }
-- input { [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [4.0, -3.0, 8.0]] }
-- output { [[-4.5f64, 7.0f64, -1.5f64], [-2.0f64, 4.0f64, -1.0f64], [1.5f64, -2.0f64, 0.5f64]] }

-- ==
-- entry: determinant
-- input { [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [4.0, -3.0, 8.0]] } output { -2.0f64 }

type matrix [n] [m] = [n][m]f64
def swap_rows [n] [m] (i: i64) (j: i64) (a: *matrix [n] [m]) : *matrix [n] [m] =
  let tmp = copy a[i]
  let a[i] = copy a[j]
  let a[j] = tmp
  in a
def argmax [n] (xs: [n]f64) : i64 =
  let op (i: i64, x: f64) (j: i64, y: f64) = if f64.abs x > f64.abs y || (f64.abs x == f64.abs y && i < j) then (i, x) else (j, y)
  in (reduce_comm op (-1, 0) (zip (iota n) xs)).0
def eliminate [n] [m] (a: *matrix [n] [m]) : *matrix [n] [m] =
  loop a for i < i64.min n m do
    let col = map (\j -> if j < i then 0 else a[j, i]) (iota n)
    let p = argmax col
    let a = if p != i then swap_rows i p a else a
    let pivot = a[i, i]
    let irow = map (/ pivot) a[i]
    in map2 (\j row ->
               if j == i
               then copy irow
               else let f = row[i] in map2 (\x y -> x - f * y) row irow)
            (iota n) a
entry inverse [n] (a: [n][n]f64) : [n][n]f64 =
  let id = tabulate_2d n n (\i j -> f64.bool (i == j))
  let ab = map2 (++) a id :> [n][n + n]f64
  let r = eliminate (copy ab)
  in r[:, n:] :> [n][n]f64
entry determinant [n] (a: [n][n]f64) : f64 =
  let (_, d) =
    loop (a, d) = (copy a, 1f64) for i < n do
      let p = i + argmax a[i:, i]
      let d = if p != i then -d else d
      let a = if p != i then swap_rows i p a else a
      let pivot = a[i, i]
      let d = d * pivot
      let a[i + 1:] = map (\row -> let f = row[i] / pivot in map2 (\x y -> x - f * y) row a[i]) a[i + 1:]
      in (a, d)
  in d
