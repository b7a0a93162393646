-- Gaussian elimination without pivots.
entry main [n] (a: [n][n]f64) : [n][n]f64 =
  loop a for k < n do
    map (\i ->
           map (\j ->
                  if i <= k || j < k
                  then a[i, j]
                  else a[i, j] - a[i, k] / a[k, k] * a[k, j])
               (iota n))
        (iota n)
