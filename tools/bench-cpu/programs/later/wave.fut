-- Waves on a membrane with an absorbing border, by differences of second order.
-- ==
-- entry: main
-- notest input { 300i64 250i64 20i32 }
entry main (h: i64) (w: i64) (steps: i32) : f32 =
  let start =
    tabulate_2d h w (\i j ->
                       let (x, y) = (f32.i64 (i - h / 2), f32.i64 (j - w / 2))
                       in f32.exp (-(x * x + y * y) / 50))
  let at (u: [h][w]f32) i j = if i < 0 || i >= h || j < 0 || j >= w then 0 else u[i, j]
  let (_, u) =
    loop (before, now) = (start, start) for _t < steps do
      let next =
        tabulate_2d h w (\i j ->
                           let lap = at now (i - 1) j + at now (i + 1) j + at now i (j - 1) + at now i (j + 1) - 4 * now[i, j]
                           let damp = if i < 5 || j < 5 || i >= h - 5 || j >= w - 5 then 0.9 else 1
                           in damp * (2 * now[i, j] - before[i, j] + 0.25 * lap))
      in (now, next)
  in f32.maximum (map f32.maximum u)
