entry main [h] [w] (a: [h][w]f32) : [h][w]f32 =
  tabulate_2d h w (\i j ->
                     if i < 1 || j < 1 || i >= h - 1 || j >= w - 1
                     then 0
                     else
                       let gx = a[i - 1, j + 1] + 2 * a[i, j + 1] + a[i + 1, j + 1] - a[i - 1, j - 1] - 2 * a[i, j - 1] - a[i + 1, j - 1]
                       let gy = a[i + 1, j - 1] + 2 * a[i + 1, j] + a[i + 1, j + 1] - a[i - 1, j - 1] - 2 * a[i - 1, j] - a[i - 1, j + 1]
                       in f32.sqrt (gx * gx + gy * gy))
