-- Speckle-reducing anisotropic diffusion (Yu, Acton 2002) of an n * m image.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def step [n] [m] (lambda: f32) (image: [n][m]f32) : [n][m]f32 =
  let count = f32.i64 (n * m)
  let mean = f32.sum (flatten image) / count
  let square = f32.sum (map (\x -> x * x) (flatten image)) / count
  let q0 = (square - mean * mean) / (mean * mean)
  let parts =
    tabulate_2d n m (\i j ->
                       let c = image[i, j]
                       let north = image[i64.max 0 (i - 1), j] - c
                       let south = image[i64.min (n - 1) (i + 1), j] - c
                       let west = image[i, i64.max 0 (j - 1)] - c
                       let east = image[i, i64.min (m - 1) (j + 1)] - c
                       let g2 = (north * north + south * south + west * west + east * east) / (c * c)
                       let l = (north + south + west + east) / c
                       let num = 0.5 * g2 - l * l / 16
                       let q = num / ((1 + 0.25 * l) * (1 + 0.25 * l))
                       let k = f32.max 0 (f32.min 1 (1 / (1 + (q - q0) / (q0 * (1 + q0)))))
                       in (north, south, west, east, k))
  in tabulate_2d n m (\i j ->
                        let (north, south, west, east, k) = parts[i, j]
                        let ks = parts[i64.min (n - 1) (i + 1), j].4
                        let ke = parts[i, i64.min (m - 1) (j + 1)].4
                        in image[i, j] + 0.25 * lambda * (k * north + ks * south + k * west + ke * east))

-- ==
-- entry: main
-- input { 7i64 9i64 2i32 }
-- output { [1.6125836f32, 1.1307156f32, 2.5461185f32] }
-- input { 3i64 20i64 1i32 }
-- output { [1.5899729f32, 1.0681316f32, 2.6120558f32] }
-- notest input { 100i64 120i64 5i32 }
-- notest input { 4000i64 4096i64 20i32 }
entry main (n: i64) (m: i64) (steps: i32) : [3]f32 =
  let image = tabulate_2d n m (\i j -> f32.exp (uniform 1 (i * m + j)))
  let out = loop image for _i < steps do step 0.5 image
  let all = flatten out
  in [f32.sum all / f32.i64 (n * m), f32.minimum all, f32.maximum all]
