-- Lower bounds of many numbers in a sorted array.
-- ==
-- entry: main
-- notest input { 50000i64 100000i64 }
entry main (n: i64) (m: i64) =
  let xs = tabulate n (\i -> i * 3 + i % 2)
  let find (q: i64) : i64 =
    let (lo, _) =
      loop (lo, hi) = (0i64, n) while lo < hi do
        let mid = (lo + hi) / 2
        in if xs[mid] < q then (mid + 1, hi) else (lo, mid)
    in lo
  in reduce (+) 0 (map (\i -> find ((i * 7919) % (3 * n))) (iota m))
