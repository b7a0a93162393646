-- 5 x 5 convolution with zero border.
entry main [n] [m] (k: [5][5]f32) (a: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j ->
                     f32.sum (flatten (tabulate_2d 5 5 (\p q ->
                                                          let y = i + p - 2
                                                          let x = j + q - 2
                                                          in if y >= 0 && y < n && x >= 0 && x < m then k[p, q] * a[y, x] else 0))))
