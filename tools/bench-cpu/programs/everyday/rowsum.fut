-- The sum of vectors that are computed, not held: moments of each number.
def moments (m: i64) (x: f64) : [m]f64 =
  scan (*) 1 (replicate m x)

entry main [n] (m: i64) (xs: [n]f64) : [m]f64 =
  reduce (map2 (+)) (replicate m 0) (map (moments m) xs)
