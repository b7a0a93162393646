-- Products of 2 x 2 matrices: all partial products of a chain.
def times (a, b, c, d) (e, f, g, h) : (f32, f32, f32, f32) =
  (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)

entry main [n] (angles: [n]f32) : [n]f32 =
  map (\x -> (f32.cos x, -f32.sin x, f32.sin x, f32.cos x)) angles
  |> scan times (1, 0, 0, 1)
  |> map (.1)
