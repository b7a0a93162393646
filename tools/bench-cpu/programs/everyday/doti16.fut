entry main [n] (xs: [n]i16) (ys: [n]i16) : i64 = i64.sum (map2 (\x y -> i64.i16 x * i64.i16 y) xs ys)
