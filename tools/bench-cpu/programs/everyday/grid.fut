-- Counts, sums and means per cell of a grid.
entry main [n] (g: i64) (xs: [n]f32) (ys: [n]f32) (vs: [n]f32) : ([][]i32, [][]f32) =
  let cell x y = (i64.f32 (y * f32.i64 g)) * g + i64.f32 (x * f32.i64 g)
  let is = map2 cell xs ys
  let counts = reduce_by_index (replicate (g * g) 0i32) (+) 0 is (replicate n 1i32)
  let sums = reduce_by_index (replicate (g * g) 0f32) (+) 0 is vs
  let means = map2 (\c s -> if c == 0 then 0 else s / f32.i32 c) counts sums
  in (unflatten counts, unflatten means)
