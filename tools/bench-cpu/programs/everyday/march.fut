-- Ray marching of a sphere over a plane by signed distances.
def sdf (x: f32) (y: f32) (z: f32) : f32 =
  let s = f32.sqrt (x * x + y * y + (z - 4) * (z - 4)) - 1.2
  let p = y + 1.0
  in f32.min s p
entry main (w: i64) (h: i64) : [h][w]f32 =
  tabulate_2d h w (\j i ->
                     let u = (f32.i64 i / f32.i64 w) * 2 - 1
                     let v = 1 - (f32.i64 j / f32.i64 h) * 2
                     let l = f32.sqrt (u * u + v * v + 1)
                     let (dx, dy, dz) = (u / l, v / l, 1 / l)
                     let (t, _) =
                       loop (t, k) = (0f32, 0i32)
                       while k < 48 && t < 20 && sdf (t * dx) (t * dy) (t * dz) > 0.001 do
                         (t + sdf (t * dx) (t * dy) (t * dz), k + 1)
                     in if t < 20 then 1 / (1 + t) else 0)
