entry main [n] (xs: [n]f32) : f32 = reduce (+) 0 xs
