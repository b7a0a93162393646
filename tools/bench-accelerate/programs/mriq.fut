-- For each voxel the sum over all samples, one after the other.
def phase (sx: f32, sy: f32, sz: f32) (x: f32) (y: f32) (z: f32) : f64 =
  2 * f64.pi * f64.f32 (sx * x + sy * y + sz * z)

entry main [n] [m] (sx: [n]f32) (sy: [n]f32) (sz: [n]f32) (magnitude: [n]f32)
           (vx: [m]f32) (vy: [m]f32) (vz: [m]f32) : ([m]f32, [m]f32) =
  map3 (\x y z ->
          loop (re, im) = (0, 0) for k < n do
            let a = phase (sx[k], sy[k], sz[k]) x y z
            in ( re + magnitude[k] * f32.f64 (f64.cos a)
               , im + magnitude[k] * f32.f64 (f64.sin a)))
       vx vy vz
  |> unzip
