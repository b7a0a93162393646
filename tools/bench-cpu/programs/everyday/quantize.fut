-- Assign colours to the nearest of a palette, and average the palette's classes.
entry main [n] [k] (px: [n][3]f32) (pal: [k][3]f32) : ([n]i64, [k][3]f32) =
  let dist (a: [3]f32) (b: [3]f32) = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)
  let nearest p = (reduce (\(i, d) (j, e) -> if e < d then (j, e) else (i, d)) (-1, f32.inf) (zip (iota k) (map (dist p) pal))).0
  let is = map nearest px
  let sums = reduce_by_index (replicate k (replicate 3 0f32)) (map2 (+)) (replicate 3 0f32) is px
  let ns = reduce_by_index (replicate k 0i32) (+) 0 is (replicate n 1)
  in (is, map2 (\s c -> map (/ f32.i32 (i32.max 1 c)) s) sums ns)
