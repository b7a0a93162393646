-- Smith-Waterman: the score of the best local alignment, row by row.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [71u8,65u8,84u8,84u8] [65u8,84u8,84u8,67u8] }
-- output { 6i32 }
-- input { empty([0]u8) [1u8] }
-- output { 0i32 }

entry main [n] [m] (a: [n]u8) (b: [m]u8) : i32 =
  let h =
    loop h = replicate (n + 1) (replicate (m + 1) 0) for i < n do
      let row = copy h[i + 1]
      let row =
        loop row for j < m do
          let s = if a[i] == b[j] then 2 else -1
          let v = i32.max 0 (i32.max (h[i, j] + s) (i32.max (h[i, j + 1] - 1) (row[j] - 1)))
          in row with [j + 1] = v
      in h with [i + 1] = row
  in i32.maximum (map i32.maximum h)
