-- Two versions of one computation: a thread for each product, or a segmented reduction.

entry products [n] [m] (xs: [n][m]i64) : [n][n]i64 =
  map (\x -> map (\y -> reduce (+) 0 (map2 (*) x y)) xs) xs

entry squares (n: i64) : [n]i64 = map (\i -> i * i) (iota n)
