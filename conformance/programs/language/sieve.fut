-- The sieve of Eratosthenes.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }

entry main (n: i64) =
  let sieve =
    loop ps = replicate (n + 1) true with [0] = false for i in 2..<(n + 1) do
      if ps[i] && i * i <= n
      then
        let ks = map (\j -> i * (j + i)) (iota (n / i - i + 1))
        in scatter ps ks (map (const false) ks)
      else ps
  in filter (\i -> i > 1 && sieve[i]) (iota (n + 1))
