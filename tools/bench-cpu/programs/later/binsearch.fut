-- ==
-- entry: main
-- notest input { 200000i64 }
entry main (n: i64) : i64 =
  let h (x: i64) = (x * 6364136223846793005 + 1442695040888963407) >> 33 & 0x3fffffff
  let xs = map (* 5) (iota n)
  let find (q: i64) =
    let (lo, _) =
      loop (lo, hi) = (0, n) while lo < hi do
        let mid = (lo + hi) / 2
        in if xs[mid] < q then (mid + 1, hi) else (lo, mid)
    in lo
  in i64.sum (map (\i -> find (h i % (5 * n))) (iota n))
