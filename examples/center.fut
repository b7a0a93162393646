-- Subtracts from each entry of a table the mean of its column.
-- ==
-- input { [[1.0f32, 2.0f32, 3.0f32], [3.0f32, 6.0f32, 9.0f32]] }
-- output { [[-1.0f32, -2.0f32, -3.0f32], [1.0f32, 2.0f32, 3.0f32]] }
-- input { empty([0][2]f32) }
-- output { empty([0][2]f32) }

def mean [n] (xs: [n]f32) : f32 =
  reduce (+) 0 xs / f32.i64 n

entry main [n] [m] (table: [n][m]f32) : [n][m]f32 =
  let columns = transpose table
  let means = map mean columns
  in map (\row -> map2 (-) row means) table
