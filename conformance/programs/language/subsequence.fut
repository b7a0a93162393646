-- The length of the longest common subsequence, row by row.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { "kitten" "sitting" } output { 4i32 }

def lcs [n] [m] (a: [n]u8) (b: [m]u8) : i32 =
  let row =
    loop prev = replicate (m + 1) 0i32 for x in a do
      let cur = replicate (m + 1) 0
      in loop cur for j < m do
           cur with [j + 1] = if x == b[j] then prev[j] + 1 else i32.max prev[j + 1] cur[j]
  in row[m]
entry main (a: []u8) (b: []u8) = lcs a b
