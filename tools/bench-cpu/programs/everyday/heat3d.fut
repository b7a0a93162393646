-- A seven-point stencil in three dimensions, borders kept.
entry main [n] [m] [l] (steps: i64) (a: [n][m][l]f32) : [n][m][l]f32 =
  loop a for _s < steps do
    tabulate_3d n m l (\i j k ->
                         if i == 0 || i == n - 1 || j == 0 || j == m - 1 || k == 0 || k == l - 1
                         then a[i, j, k]
                         else
                           0.4 * a[i, j, k] + 0.1 * (a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k]
                                                     + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]))
