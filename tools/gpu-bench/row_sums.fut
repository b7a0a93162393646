-- The sums of a matrix' rows.
-- ==
-- notest random input { [256][1048576]f32 }
-- notest random input { [262144][1024]f32 }
-- notest random input { [16777216][16]f32 }
-- random input { [100][1500]f32 } auto output
entry main [n] [m] (xss: [n][m]f32) : [n]f32 = map f32.sum xss
