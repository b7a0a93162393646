-- alpha*a*b + beta*c, with each sum from left to right.
entry main [n] [m] [p] (alpha: f32) (a: [n][m]f32) (b: [m][p]f32) (beta: f32) (c: *[n][p]f32) : [n][p]f32 =
  tabulate_2d n p (\i j ->
                     let sum = loop sum = 0 for l < m do sum + a[i, l] * b[l, j]
                     in alpha * sum + beta * c[i, j])
