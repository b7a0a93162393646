-- The edit distance by anti-diagonals.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { "kitten" "sitting" } output { 3i32 }

def minimum3 (a: i32) b c = i32.min a (i32.min b c)
entry main [n] [m] (a: [n]u8) (b: [m]u8) =
  let d = tabulate_2d (n + 1) (m + 1) (\i j -> if i == 0 then i32.i64 j else if j == 0 then i32.i64 i else 0)
  let d =
    loop d for s in 2...n + m do
      let lo = i64.max 1 (s - m)
      let hi = i64.min n (s - 1)
      let is = map (+ lo) (iota (hi - lo + 1))
      let vs = map (\i -> let j = s - i in minimum3 (d[i - 1, j] + 1) (d[i, j - 1] + 1) (d[i - 1, j - 1] + i32.bool (a[i - 1] != b[j - 1]))) is
      in scatter_2d d (map (\i -> (i, s - i)) is) vs
  in d[n, m]
