-- The product of two matrices.
-- ==
-- notest random input { [4096][4096]f32 [4096][4096]f32 }
-- random input { [100][50]f32 [50][70]f32 } auto output
entry main [n] [m] [k] (a: [n][m]f32) (b: [m][k]f32) : [n][k]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a
