-- insertion sort of each row
entry main [n] [m] (a: [n][m]i32) : [n][m]i32 =
  map (\row ->
         loop r = copy row for i < m do
           let x = r[i]
           let (r, j) =
             loop (r, j) = (r, i) while j > 0 && r[j - 1] > x do
               (r with [j] = r[j - 1], j - 1)
           in r with [j] = x) a
