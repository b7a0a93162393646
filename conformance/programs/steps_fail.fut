-- Steps that fail at some points.
-- ==
-- input { [[1i32, 2i32, 3i32], [4i32, 0i32, 6i32]] 2i64 }
-- output { [[0i32, 0i32, 0i32], [0i32, 1i32, 0i32]] }
-- input { [[1i32, 2i32, 3i32], [4i32, 0i32, 6i32]] 9i64 }
-- error: Index \[3\] out of bounds
entry main [p] [n] (xs: [p][n]i32) (m: i64) : [p][n]i32 =
  map (\(x: [n]i32) -> loop (a: [n]i32) = x for k < m do tabulate n (\i -> a[(i + k) % n] / (1 + a[k % 4]))) xs
