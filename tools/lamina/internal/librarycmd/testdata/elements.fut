entry u64s [n] (xs: [n]u64) : u64 = u64.sum xs
entry bytes [n] [m] (xs: [n][m]i8) : [m][n]i8 = transpose xs
entry negate [n] (bs: [n]bool) : [n]bool = map (\b -> !b) bs
entry floats [n] (xs: [n]f32) : f32 = f32.sum xs
