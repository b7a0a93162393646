-- ==
-- notest input { 40000i64 }
let det (a0: [4][4]f64) : f64 =
  let (_, d) =
    loop (a, d) = (copy a0, 1f64) for k < 4 do
      let p = loop p = k for i < 4 do if i > k && f64.abs a[i, k] > f64.abs a[p, k] then i else p
      let d = if p == k then d else -d
      let rowk = copy a[k]
      let rowp = copy a[p]
      let a = a with [k] = rowp
      let a = if p == k then a else a with [p] = rowk
      let d = d * a[k, k]
      let a =
        loop a for i < 4 do
          if i <= k || a[k, k] == 0
          then a
          else
            let f = a[i, k] / a[k, k]
            in loop a for j < 4 do a with [i, j] = a[i, j] - f * a[k, j]
      in (a, d)
  in d
entry main (n: i64) : f64 =
  f64.sum (map (\m -> det (tabulate_2d 4 4 (\i j -> f64.i64 ((m * 7 + i * 31 + j * 17 + i * j * m) % 101)))) (iota n))
