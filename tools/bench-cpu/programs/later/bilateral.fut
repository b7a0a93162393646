-- A bilateral filter (Tomasi, Manduchi 1998) of 5 x 5 points on a noisy picture.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

-- ==
-- entry: main
-- input { 11i64 8i64 }
-- output { 0.43240106f32 0.22251426f32 }
-- notest input { 150i64 120i64 }
entry main (h: i64) (w: i64) : (f32, f32) =
  let image = tabulate_2d h w (\y x -> f32.f64 (uniform 3 (y * w + x)) * 0.2 + (if x > w / 2 then 0.7 else 0.1))
  let clamp n i = i64.max 0 (i64.min (n - 1) i)
  let filtered =
    tabulate_2d h w (\y x ->
                       let centre = image[y, x]
                       let (sum, weight) =
                         loop (sum, weight) = (0, 0) for dy in -2i64..<3 do
                           loop (sum, weight) for dx in -2i64..<3 do
                             let p = image[clamp h (y + dy), clamp w (x + dx)]
                             let far = f32.i64 (dx * dx + dy * dy) / 8
                             let k = f32.exp (-far - (p - centre) * (p - centre) / 0.02)
                             in (sum + k * p, weight + k)
                       in sum / weight)
  in (f32.sum (flatten filtered) / f32.i64 (h * w), filtered[h / 2, w / 2])
