-- Recommendations by factors: users' and items' vectors improved by gradient steps, all at once.
-- ==
-- entry: main
-- input { 4i64 5i64 3i64 2i32 } output { 2.4575492534351464f64 }
-- notest input { 100i64 80i64 8i64 6i32 }
entry main (users: i64) (items: i64) (k: i64) (steps: i32) =
  let rating u i = f64.i64 ((u * 31 + i * 17 + u * i) % 6)
  let known u i = (u * 7 + i * 3) % 4 != 0
  let p0 = tabulate_2d users k (\u f -> f64.i64 ((u + f * 3) % 7) / 10)
  let q0 = tabulate_2d items k (\i f -> f64.i64 ((i * 2 + f) % 5) / 10)
  let dot a b = f64.sum (map2 (*) a b)
  let err (p: [users][k]f64) (q: [items][k]f64) = tabulate_2d users items (\u i -> if known u i then rating u i - dot p[u] q[i] else 0)
  let (p, q) =
    loop (p, q) = (p0, q0) for _s < steps do
      let e = err p q
      let p' = tabulate_2d users k (\u f -> p[u, f] + 0.002 * (f64.sum (map (\i -> e[u, i] * q[i, f]) (iota items)) - 0.02 * p[u, f]))
      let q' = tabulate_2d items k (\i f -> q[i, f] + 0.002 * (f64.sum (map (\u -> e[u, i] * p[u, f]) (iota users)) - 0.02 * q[i, f]))
      in (p', q')
  in f64.sqrt (f64.sum (map (\r -> f64.sum (map (\x -> x * x) r)) (err p q)) / f64.i64 (users * items))
