entry main [n] [m] (a: [n][m]f32) : [n]i64 =
  map (\r -> (reduce (\(x, i) (y, j) -> if y > x then (y, j) else (x, i)) (-f32.inf, -1) (zip r (iota m))).1) a
