-- 0/1 knapsack by rows.
entry main [n] (cap: i64) (ws: [n]i64) (vs: [n]i32) : i32 =
  let best =
    loop best = replicate (cap + 1) 0i32 for i < n do
      map (\c -> if c >= ws[i] then i32.max best[c] (best[c - ws[i]] + vs[i]) else best[c]) (iota (cap + 1))
  in best[cap]
