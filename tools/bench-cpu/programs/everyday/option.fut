-- Binomial trees of American puts.
entry main [k] (n: i64) (ss: [k]f64) : [k]f64 =
  map (\s ->
         let dt = 1.0 / f64.i64 n
         let u = f64.exp (0.3 * f64.sqrt dt)
         let d = 1 / u
         let disc = f64.exp (-0.05 * dt)
         let p = (f64.exp (0.05 * dt) - d) / (u - d)
         let leaf = map (\j -> f64.max 0 (100 - s * u ** f64.i64 (2 * j - n))) (iota (n + 1))
         let v =
           loop v = leaf for t < n do
             let i = n - 1 - t
             in map (\j -> if j <= i then f64.max (100 - s * u ** f64.i64 (2 * j - i)) (disc * (p * (if j < n then v[j + 1] else 0) + (1 - p) * v[j])) else 0) (iota (n + 1))
         in v[0]) (map id ss)
