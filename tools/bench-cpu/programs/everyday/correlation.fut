-- Pearson correlation of all pairs of series.
entry main [n] [m] (xs: [n][m]f64) : [n][n]f64 =
  let len = f64.i64 m
  let centred = map (\x -> let mu = f64.sum x / len in map (\v -> v - mu) x) xs
  let norms = map (\x -> f64.sqrt (f64.sum (map (\v -> v * v) x))) centred
  in map2 (\x nx -> map2 (\y ny -> reduce (+) 0 (map2 (*) x y) / (nx * ny)) centred norms) centred norms
