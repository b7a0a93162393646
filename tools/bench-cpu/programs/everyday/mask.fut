entry main [n] (xs: [n]f32) (ys: [n]f32) : ([n]bool, i64, bool) =
  let m = map2 (\x y -> x > 0.25 && y < 0.75 || x == y) xs ys
  in (m, i64.sum (map i64.bool m), any id m)
