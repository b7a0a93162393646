-- Rows that are concatenations of parts whose sizes are arguments: each part is made in its place in all rows.
-- Expected results: by Futhark's interpreter.
-- ==
-- entry: framed
-- input { 2i64 3i64 } output { [[0f32, 0f32, 1f32, 2f32, 0f32], [0f32, 1f32, 2f32, 3f32, 0f32]] }
-- copies: 0
-- input { 3i64 0i64 } output { [[0f32, 0f32], [0f32, 0f32], [0f32, 0f32]] }
-- copies: 0
-- input { 0i64 3i64 } output { empty([0][5]f32) }
entry framed (n: i64) (m: i64) : [][]f32 =
  tabulate n (\i -> [0f32] ++ tabulate m (\j -> f32.i64 (i + j)) ++ [0f32])

-- ==
-- entry: summed
-- input { 2i64 3i64 } output { [[1i64, 1i64, 1i64, 0i64], [1i64, 2i64, 3i64, 3i64]] }
-- copies: 0
-- input { 2i64 0i64 } output { [[0i64], [0i64]] }
-- copies: 0
entry summed (n: i64) (m: i64) : [][]i64 =
  tabulate_2d n m (\i j -> i * j) |> map (\r -> map (+ 1) r ++ [i64.sum r])
