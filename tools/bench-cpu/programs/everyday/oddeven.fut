-- Odd-even transposition sort of many short rows.
def step [n] (p: i64) (xs: [n]i32) : [n]i32 =
  map (\i ->
         let lower = (i + p) % 2 == 0
         let j = if lower then i + 1 else i - 1
         in if j < 0 || j >= n
            then xs[i]
            else if lower then i32.min xs[i] xs[j] else i32.max xs[i] xs[j]) (iota n)
entry main [k] [n] (rows: [k][n]i32) : [k][n]i32 =
  map (\r -> loop xs = r for p < n do step p xs) rows
