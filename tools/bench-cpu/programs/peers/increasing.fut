-- The length of the longest increasing subsequence of each row: a binary search for each element
-- among the least last elements of the sequences of each length.
entry main [n] [m] (rows: [n][m]i32) : [n]i64 =
  map (\row ->
         let (_, count) =
           loop (tails, count) = (replicate m 0i32, 0i64) for x in row do
             let (lo, _) =
               loop (lo, hi) = (0i64, count) while lo < hi do
                 let mid = (lo + hi) / 2
                 in if tails[mid] < x then (mid + 1, hi) else (lo, mid)
             in (tails with [lo] = x, i64.max count (lo + 1))
         in count)
      rows
