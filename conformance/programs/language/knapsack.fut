-- The greatest value that fits into a knapsack.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { 10i64 [5i64,4i64,6i64,3i64] [10,40,30,50] } output { 90i32 }

def knap [n] (cap: i64) (ws: [n]i64) (vs: [n]i32) =
  let step dp (w, v) = map (\c -> if c >= w then i32.max dp[c] (dp[c - w] + v) else dp[c]) (iota (cap + 1))
  in last (foldl step (replicate (cap + 1) 0) (zip ws vs))
entry main = knap
