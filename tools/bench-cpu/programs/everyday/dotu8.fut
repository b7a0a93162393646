entry main [n] (xs: [n]u8) (ys: [n]u8) : u8 = u8.sum (map2 (*) xs ys)
