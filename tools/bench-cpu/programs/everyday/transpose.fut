entry main [n] [m] (a: [n][m]f32) : [m][n]f32 = map (map (+ 1)) (transpose a)
