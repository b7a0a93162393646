-- LU decomposition in place, one step after the other: all that remains at once, and a row at a time.
-- The inputs are products of the expected factors, which lie in one matrix.
-- ==
-- entry: rest rows
-- input { [[1.0, -3.0, -3.0, 0.0], [-1.0, 7.0, 2.0, 3.0], [0.0, -8.0, 3.0, -8.0], [1.0, 1.0, -5.0, 9.0]] } output { [[1.0, -3.0, -3.0, 0.0], [-1.0, 4.0, -1.0, 3.0], [0.0, -2.0, 1.0, -2.0], [1.0, 1.0, -1.0, 4.0]] }
-- input { [[2.0, 1.0], [4.0, 5.0]] } output { [[2.0, 1.0], [2.0, 3.0]] }
-- input { [[3.0]] } output { [[3.0]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }

entry rest [n] (a: *[n][n]f64) : [n][n]f64 =
  loop a for k < n do
    let a[k + 1:, k] = map (/ a[k, k]) a[k + 1:, k]
    let a[k + 1:, k + 1:] = map2 (\l xs -> map2 (\u x -> x - l * u) a[k, k + 1:] xs) a[k + 1:, k] a[k + 1:, k + 1:]
    in a

entry rows [n] (a: *[n][n]f64) : [n][n]f64 =
  loop a for k < n - 1 do
    loop a for i in k + 1...n - 1 do
      let f = a[i, k] / a[k, k]
      let a[i, k] = f
      let a[i, k + 1:] = map2 (\u x -> x - f * u) a[k, k + 1:] a[i, k + 1:]
      in a
