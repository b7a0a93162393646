entry main [n] (d: [n][n]i32) : [n][n]i32 =
  loop d for k < n do
    tabulate_2d n n (\i j -> i32.min d[i, j] (d[i, k] + d[k, j]))
