-- ==
-- notest input { 50000i64 40000i64 }
entry main (n: i64) (m: i64) : i64 =
  let xs = tabulate n (\i -> i * 5 + (i * i) % 3)
  let ys = tabulate m (\i -> i * 7 + (i * 3) % 2)
  let find (x: i64) =
    let (l, _) =
      loop (l, r) = (0, m) while l < r do
        let k = (l + r) / 2
        in if ys[k] < x then (k + 1, r) else (l, k)
    in l < m && ys[l] == x
  let zs = filter find xs
  in length zs + i64.sum zs % 1000003
