-- A cell within becomes around times the sum of its six neighbours less centre times itself.
entry main [n] [m] [p] (now: [n][m][p]f32) (centre: f32) (around: f32) : [n][m][p]f32 =
  tabulate_3d n m p (\i j k ->
                       if i == 0 || j == 0 || k == 0 || i == n - 1 || j == m - 1 || k == p - 1
                       then now[i, j, k]
                       else
                         around * (now[i - 1, j, k] + now[i + 1, j, k] + now[i, j - 1, k]
                                   + now[i, j + 1, k] + now[i, j, k - 1] + now[i, j, k + 1])
                         - centre * now[i, j, k])
