-- Accelerations of all pairs.
entry main [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) (ms: [n]f64) : ([n]f64, [n]f64, [n]f64) =
  unzip3 (map3 (\x y z ->
                  reduce (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0, 0, 0)
                         (map4 (\x' y' z' m ->
                                  let dx = x' - x
                                  let dy = y' - y
                                  let dz = z' - z
                                  let r2 = dx * dx + dy * dy + dz * dz + 0.01
                                  let inv = 1 / (r2 * f64.sqrt r2)
                                  in (m * inv * dx, m * inv * dy, m * inv * dz)) xs ys zs ms)) xs ys zs)
