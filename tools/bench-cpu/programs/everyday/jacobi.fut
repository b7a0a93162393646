entry main [n] (steps: i64) (a: [n][n]f32) : [n][n]f32 =
  loop a for _i < steps do
    tabulate_2d n n (\i j ->
                       if i == 0 || j == 0 || i == n - 1 || j == n - 1
                       then a[i, j]
                       else 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]))
