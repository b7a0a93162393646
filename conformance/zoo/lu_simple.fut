-- LU decomposition without pivoting, right-looking, one column at a time (Golub, Van
-- Loan 1983, algorithm 3.2.1).
--
-- Expected results: by elimination in Python, row by row.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 6i64 }
-- output { [6.2823577f32, 6.239163f32, 1.2080117f32] }
-- input { 1i64 }
-- output { [1.007765f32, 1.007765f32, 1.007765f32] }
-- notest input { 50i64 }
-- notest input { 1024i64 }
entry main (n: i64) : [3]f32 =
  let a = tabulate_2d n n (\i j -> uniform 1 (i * n + j) + (if i == j then f32.i64 n else 0))
  let lu =
    loop a for k < n - 1 do
      tabulate_2d n n (\i j ->
                         if i <= k || j < k
                         then a[i, j]
                         else if j == k
                         then a[i, k] / a[k, k]
                         else a[i, j] - a[i, k] / a[k, k] * a[k, j])
  let trace = f32.sum (tabulate n (\i -> lu[i, i])) / f32.i64 n
  in [trace, lu[n - 1, n - 1], f32.sum (map (\row -> f32.sum (map f32.abs row)) lu) / f32.i64 (n * n)]
