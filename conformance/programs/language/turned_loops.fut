-- Nested loops whose arrays are carried reversed or transposed, so that the layout of the
-- inner loop's initial array changes between iterations of the outer loop.

-- Reverses the array in every second iteration of the outer loop, after an inner loop
-- that swaps two names of it.
-- ==
-- entry: reversed
-- input { 0i64 [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { 1i64 [1i32, 2i32, 3i32] }
-- output { [3i32, 2i32, 1i32] }
-- input { 3i64 [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { 5i64 [1i32, 2i32, 3i32, 4i32] }
-- output { [4i32, 3i32, 2i32, 1i32] }
entry reversed [n] (k: i64) (xs: [n]i32) : [n]i32 =
  loop p: [n]i32 = xs for i < k do
    let (a, b) = loop (u: [n]i32, v: [n]i32) = (p, p) for _j < k + i do (v, u)
    in if i % 2 == 0 then reverse a else b

-- The same, with an inner loop that adds to what it carries while a condition holds.
-- ==
-- entry: added
-- input { 0i64 [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { 2i64 [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { 3i64 [1i32, 2i32, 3i32] }
-- output { [3i32, 2i32, 1i32] }
-- input { 7i64 [1i32, -2i32, 3i32] }
-- output { [4i32, -1i32, 2i32] }
entry added [n] (k: i64) (xs: [n]i32) : [n]i32 =
  loop p: [n]i32 = xs for _i < k do
    let (a, _) =
      loop (u: [n]i32, v: [n]i32) = (p, p) while reduce (+) 0 u < 5 do (map (+ 1) v, u)
    in reverse a

-- Transposes a square table in each iteration, and in an inner loop the one that was there
-- before.
-- ==
-- entry: transposed
-- input { 0i64 [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[1i32, 2i32], [3i32, 4i32]] }
-- input { 1i64 [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[1i32, 3i32], [2i32, 4i32]] }
-- input { 4i64 [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[1i32, 2i32], [3i32, 4i32]] }
entry transposed [n] (k: i64) (xss: [n][n]i32) : [n][n]i32 =
  loop p: [n][n]i32 = xss for i < k do
    let (a, _) = loop (u: [n][n]i32, v: [n][n]i32) = (p, p) for _j < 2 * i do (v, u)
    in transpose a

-- Each row of a table by itself: within a kernel.
-- ==
-- entry: rows
-- input { 3i64 [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[3i32, 2i32, 1i32], [6i32, 5i32, 4i32]] }
entry rows [m] [n] (k: i64) (xss: [m][n]i32) : [m][n]i32 =
  map (\xs ->
         loop p: [n]i32 = xs for i < k do
           let (a, b) = loop (u: [n]i32, v: [n]i32) = (p, p) for _j < k + i do (v, u)
           in if a[0] == b[0] then reverse a else b)
      xss
