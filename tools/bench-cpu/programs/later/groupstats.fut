-- ==
-- entry: main
-- notest input { 200000i64 500i64 }
entry main (n: i64) (g: i64) : f64 =
  let key = map (\i -> (i * 7919) % g) (iota n)
  let x = map (\i -> f64.i64 (i % 1001)) (iota n)
  let op (c1, s1, q1) (c2, s2, q2) = (c1 + c2 : i64, s1 + s2 : f64, q1 + q2 : f64)
  let st = reduce_by_index (replicate g (0, 0, 0)) op (0, 0, 0) key (map (\v -> (1, v, v * v)) x)
  in f64.sum (map (\(c, s, q) -> if c == 0 then 0 else let m = s / f64.i64 c in q / f64.i64 c - m * m) st)
