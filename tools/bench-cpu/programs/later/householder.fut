-- The R of a QR decomposition by Householder's reflections.
-- ==
-- entry: main
-- notest input { 120i64 }
entry main (n: i64) : f64 =
  let a = tabulate_2d n n (\i j -> f64.i64 ((i * 37 + j * 61) % 101) / 101 + (if i == j then 2 else 0))
  let r =
    loop a = a for k < n do
      let x = map (\i -> if i < k then 0 else a[i, k]) (iota n)
      let norm = f64.sqrt (f64.sum (map (\v -> v * v) x))
      let alpha = if x[k] > 0 then -norm else norm
      let v = map2 (\i e -> if i == k then e - alpha else e) (iota n) x
      let vv = f64.sum (map (\e -> e * e) v)
      let w = map (\j -> f64.sum (map2 (\e row -> e * row[j]) v a)) (iota n)
      in if vv == 0 then a else map2 (\e row -> map2 (\y wj -> y - 2 * e * wj / vv) row w) v a
  in f64.sum (map (\i -> f64.log (f64.abs r[i, i])) (iota n))
