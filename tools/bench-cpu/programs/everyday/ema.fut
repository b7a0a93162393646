-- Exponential averages of many series by a loop, with history.
entry main [k] [n] (al: f32) (xs: [k][n]f32) : [k][n]f32 =
  map (\x ->
         let out = replicate n 0f32
         let (_, out) =
           loop (s, out) = (x[0], out) for i < n do
             let s = al * x[i] + (1 - al) * s
             in (s, out with [i] = s)
         in out) xs
