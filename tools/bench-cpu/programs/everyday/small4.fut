-- Products of many 4 x 4 matrices.
entry main [n] (as: [n][4][4]f32) (bs: [n][4][4]f32) : [n][4][4]f32 =
  map2 (\a b -> map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a) as bs
