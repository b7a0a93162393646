-- Odd-even transposition: each row is sorted by exchanges of neighbours, in place.
entry main [n] [m] (rows: [n][m]i32) : [n][m]i32 =
  map (\row ->
         loop xs = copy row for p < m do
           loop xs for k < (m - p % 2) / 2 do
             let i = 2 * k + p % 2
             let a = xs[i]
             let b = xs[i + 1]
             let xs[i] = i32.min a b
             let xs[i + 1] = i32.max a b
             in xs)
      rows
