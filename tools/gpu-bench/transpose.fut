-- A matrix transposed, in memory.
-- ==
-- notest random input { [16384][16384]f32 }
-- random input { [100][157]f32 } auto output
entry main [n] [m] (xss: [n][m]f32) : [m][n]f32 = copy (transpose xss)
