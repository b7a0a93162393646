-- Rotations by any amount, of rows and of columns, of loop-carried arrays, and next to
-- code that consumes the rotated array. Expected values: Futhark's interpreter.
-- ==
-- entry: amounts
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] [0i64, 1i64, 4i64, 5i64, 7i64, -1i64, -6i64, 9223372036854775800i64, -9223372036854775808i64] }
-- output { [[1i64, 2i64, 3i64, 4i64, 5i64], [2i64, 3i64, 4i64, 5i64, 1i64], [5i64, 1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 3i64, 4i64, 5i64], [3i64, 4i64, 5i64, 1i64, 2i64], [5i64, 1i64, 2i64, 3i64, 4i64], [5i64, 1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 3i64, 4i64, 5i64], [3i64, 4i64, 5i64, 1i64, 2i64]] }
-- input { empty([0]i64) [0i64, 3i64, -2i64] }
-- output { empty([3][0]i64) }
-- input { [7i64] [0i64, 1i64, -5i64] }
-- output { [[7i64], [7i64], [7i64]] }

entry amounts [n] [m] (xs: [n]i64) (rs: [m]i64) : [m][n]i64 =
  map (\r -> rotate r xs) rs

-- ==
-- entry: rows_and_columns
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] 1i64 2i64 }
-- output { [[4i32, 5i32, 6i32], [1i32, 2i32, 3i32]] [[3i32, 1i32, 2i32], [6i32, 4i32, 5i32]] [[3i32, 6i32], [1i32, 4i32], [2i32, 5i32]] }
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] -1i64 -2i64 }
-- output { [[4i32, 5i32, 6i32], [1i32, 2i32, 3i32]] [[2i32, 3i32, 1i32], [5i32, 6i32, 4i32]] [[2i32, 5i32], [3i32, 6i32], [1i32, 4i32]] }

entry rows_and_columns [n] [m] (xss: [n][m]i32) (r: i64) (c: i64) : ([n][m]i32, [n][m]i32, [m][n]i32) =
  ( rotate r xss
  , map (rotate c) xss
  , rotate c (transpose xss))

-- ==
-- entry: stencil
-- input { [1.5f64, -2f64, 3f64, 0.25f64] 3i32 }
-- output { [0.59375f64, 0.546875f64, 0.78125f64, 0.828125f64] }
-- input { [4.0f64] 2i32 }
-- output { [4.0f64] }

entry stencil [n] (xs: [n]f64) (steps: i32) : [n]f64 =
  loop xs for _i < steps do
    map3 (\l x r -> (l + 2 * x + r) / 4) (rotate (-1) xs) xs (rotate 1 xs)

-- ==
-- entry: consumed
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [10i64, 3i64, 4i64, 1i64] [2i64, 4i64, 6i64, 8i64] }

entry consumed [n] (xs: [n]i64) : ([n]i64, [n]i64) =
  let ys = rotate 0 xs
  let zs = rotate 1 ys
  let zs[0] = 10
  in (zs, map2 (+) xs ys)

-- ==
-- entry: pairs
-- input { 5i64 2i64 }
-- output { [4i64, 9i64, 16i64, 0i64, 1i64] [true, false, true, true, false] }

entry pairs (n: i64) (r: i64) : ([n]i64, [n]bool) =
  unzip (rotate r (map (\i -> (i * i, i % 2 == 0)) (iota n)))
