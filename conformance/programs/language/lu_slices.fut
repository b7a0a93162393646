-- LU decomposition in place, by slices of rows, columns and what is left.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [[2f64,1f64,1f64],[4f64,3f64,3f64],[8f64,7f64,9f64]] }
-- output { [[2.000000000000000f64, 1.000000000000000f64, 1.000000000000000f64], [2.000000000000000f64, 1.000000000000000f64, 1.000000000000000f64], [4.000000000000000f64, 3.000000000000000f64, 2.000000000000000f64]] }

def lu [n] (a: *[n][n]f64) : *[n][n]f64 =
  loop a for k < n do
    let col = map (/ a[k, k]) (copy a[k + 1:, k])
    let a[k + 1:, k] = col
    let row = copy a[k, k + 1:]
    let sub = map2 (\c r -> map2 (\x u -> x - c * u) r row) col (copy a[k + 1:, k + 1:])
    let a[k + 1:, k + 1:] = sub
    in a
entry main [n] (a: [n][n]f64) = lu (copy a)
