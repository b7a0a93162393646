-- Gaussian elimination without pivots, a matrix for each step.
-- ==
-- entry: main
-- notest input { 150i64 }
entry main (n: i64) =
  let a = tabulate_2d n (n + 1) (\i j -> f64.i64 ((i * 7919 + j * 104729 + i * j) % 1000) / 500 - 1 + (if i == j then f64.i64 n else 0))
  let a =
    loop a for k < n do
      let p = a[k, k]
      let row = map (/ p) a[k]
      in tabulate_2d n (n + 1) (\i j -> if i == k then row[j] else a[i, j] - a[i, k] * row[j])
  in reduce (+) 0 (map (\i -> a[i, n] * f64.i64 (i + 1)) (iota n))
