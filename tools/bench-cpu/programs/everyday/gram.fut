-- A matrix times its transpose.
entry main [n] [m] (a: [n][m]f32) : [n][n]f32 =
  map (\r -> map (\s -> f32.sum (map2 (*) r s)) a) a
