-- Summed-area table and box filter with it.
entry main [n] [m] (r: i64) (a: [n][m]i32) : [n][m]i32 =
  let rows = map (scan (+) 0) a
  let sat = transpose (map (scan (+) 0) (transpose rows))
  let at i j = if i < 0 || j < 0 then 0 else sat[i64.min i (n - 1), i64.min j (m - 1)]
  in tabulate_2d n m (\i j -> at (i + r) (j + r) - at (i - r - 1) (j + r) - at (i + r) (j - r - 1) + at (i - r - 1) (j - r - 1))
