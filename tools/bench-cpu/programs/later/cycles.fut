-- Cycles of a permutation.
-- ==
-- entry: main
-- notest input { 100000i64 }
entry main (n: i64) =
  let p = tabulate n (\i -> (i * 7919 + 5) % n)
  let (_, cycles, longest) =
    loop (seen, cycles, longest) = (replicate n false, 0i64, 0i64) for i < n do
      if seen[i]
      then (seen, cycles, longest)
      else
        let (seen, _, len) =
          loop (seen, x, len) = (seen, i, 0i64) while !seen[x] do
            (seen with [x] = true, p[x], len + 1)
        in (seen, cycles + 1, i64.max longest len)
  in cycles * 1000003 + longest
