-- Needleman–Wunsch row by row: the score of the best global alignment, with a
-- match at 1 and mismatches and gaps at -1.
entry main [n] [m] (as: [n]u8) (bs: [m]u8) : i32 =
  let first = tabulate (m + 1) (\j -> -i32.i64 j)
  let last =
    loop row = first for i < n do
      let start = -i32.i64 (i + 1)
      let corner = row[0]
      let a = as[i]
      let row[0] = start
      let (row, _, _) =
        loop (row, diagonal, left) = (row, corner, start) for j < m do
          let up = row[j + 1]
          let best = i32.max (diagonal + (if a == bs[j] then 1 else -1)) (i32.max (up - 1) (left - 1))
          in (row with [j + 1] = best, up, best)
      in row
  in last[m]
