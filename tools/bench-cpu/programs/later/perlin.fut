-- Gradient noise (Perlin 1985) in four octaves: the mean of an image, and its brightest point.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def gradient (x: i32) (y: i32) (dx: f32) (dy: f32) : f32 =
  let h = hash (u32.i32 x * 73856093 ^ u32.i32 y * 19349663) & 7
  let u = if h < 4 then dx else dy
  let v = if h < 4 then dy else dx
  in (if h & 1 == 0 then u else -u) + (if h & 2 == 0 then 2 * v else -2 * v)

def fade (t: f32) : f32 = t * t * t * (t * (t * 6 - 15) + 10)

def mix (t: f32) (a: f32) (b: f32) : f32 = a + t * (b - a)

def noise (x: f32) (y: f32) : f32 =
  let (fx, fy) = (f32.floor x, f32.floor y)
  let (ix, iy) = (i32.f32 fx, i32.f32 fy)
  let (dx, dy) = (x - fx, y - fy)
  let low = mix (fade dx) (gradient ix iy dx dy) (gradient (ix + 1) iy (dx - 1) dy)
  let high = mix (fade dx) (gradient ix (iy + 1) dx (dy - 1)) (gradient (ix + 1) (iy + 1) (dx - 1) (dy - 1))
  in mix (fade dy) low high

-- ==
-- entry: main
-- input { 12i64 9i64 }
-- output { 7.3847924e-3f32 0.7140567f32 }
-- notest input { 300i64 200i64 }
entry main (w: i64) (h: i64) : (f32, f32) =
  let pixel y x =
    loop (sum, scale) = (0f32, 1f32) for octave < 4i64 do
      let f = f32.i64 (1 << octave) / 17
      in (sum + scale * noise (f32.i64 x * f) (f32.i64 y * f), scale / 2)
  let image = map (\y -> map (\x -> (pixel y x).0) (iota w)) (iota h)
  in (f32.sum (map f32.sum image) / f32.i64 (w * h), f32.maximum (map f32.maximum image))
