-- A cell within becomes the mean of its four neighbours.
entry main [n] [m] (now: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j ->
                     if i == 0 || j == 0 || i == n - 1 || j == m - 1
                     then now[i, j]
                     else (now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1]) / 4)
