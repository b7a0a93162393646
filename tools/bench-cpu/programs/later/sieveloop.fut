-- The sieve of Eratosthenes with loops over one array.
-- ==
-- entry: main
-- notest input { 300000i64 }
entry main (n: i64) =
  let (s, _) =
    loop (s, p) = (replicate n true, 2i64) while p * p < n do
      let s =
        if s[p]
        then (loop (s, q) = (s, p * p) while q < n do (s with [q] = false, q + p)).0
        else s
      in (s, p + 1)
  in reduce (+) 0 (map2 (\b i -> if b && i >= 2 then i % 1000 else 0) s (iota n))
