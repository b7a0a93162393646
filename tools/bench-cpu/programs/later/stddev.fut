-- ==
-- notest input { 3000i64 50i64 }
entry main (n: i64) (m: i64) : f64 =
  let a = tabulate_2d n m (\i j -> f64.i64 ((i * 31 + j * 7919) % 1009))
  let cols = transpose a
  let z =
    map (\c ->
           let mean = f64.sum c / f64.i64 n
           let var = f64.sum (map (\x -> (x - mean) * (x - mean)) c) / f64.i64 n
           let s = f64.sqrt var
           in map (\x -> (x - mean) / s) c) cols
  in f64.maximum (map f64.maximum (transpose z))
