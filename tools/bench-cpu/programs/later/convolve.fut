-- ==
-- entry: main
-- notest input { 100000i64 63i64 }
entry main (n: i64) (k: i64) : f32 =
  let xs = map (\i -> f32.i64 (i % 17)) (iota n)
  let ks = map (\i -> 1 / f32.i64 (1 + i)) (iota k)
  let out = map (\i -> f32.sum (map (\j -> ks[j] * xs[i + j]) (iota k))) (iota (n - k + 1))
  in f32.maximum out
