entry main [n] (xs: [n]i8) (ys: [n]i8) : i32 = i32.sum (map2 (\x y -> i32.i8 x * i32.i8 y) xs ys)
