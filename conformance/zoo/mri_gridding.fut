-- Samples in k-space put on a grid of n^3 cells (Jackson et al. 1991; Parboil's mri-gridding): each adds to all
-- cells within a window, weighted by a kernel.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 20i64 6i64 }
-- output { [0.7319117f32, 2.452063f32, 2.07158f32] }
-- input { 1i64 3i64 }
-- output { [2.7199954e-2f32, 0.5905205f32, 0.5888843f32] }
-- notest input { 1000i64 16i64 }
-- notest input { 20000i64 32i64 }
-- notest input { 500000i64 96i64 }
entry main (samples: i64) (n: i64) : [3]f32 =
  let width = 3i64
  let place s i = uniform s i * f32.i64 n
  let sample i = ((place 1 i, place 2 i, place 3 i), (uniform 4 i - 0.5, uniform 5 i - 0.5))
  let kernel d = let t = 1 - d / 2.25 in if t > 0 then t * t else 0
  let spread ((x, y, z), (re, im)) =
    tabulate (width * width * width) (\k ->
                                        let (a, b, c) = (i64.f32 z + k / 9 - 1, i64.f32 y + k / 3 % 3 - 1, i64.f32 x + k % 3 - 1)
                                        let d t u = let e = t - f32.i64 u - 0.5 in e * e
                                        let w = kernel (d z a + d y b + d x c)
                                        let at = if a < 0 || a >= n || b < 0 || b >= n || c < 0 || c >= n || w == 0 then -1 else (a * n + b) * n + c
                                        in (at, (w * re, w * im, w)))
  let (at, values) = unzip (flatten (map (\i -> spread (sample i)) (iota samples)))
  let (re, im, weight) = unzip3 values
  let grid xs = reduce_by_index (replicate (n * n * n) 0) (+) 0 at xs
  let (gre, gim, gw) = (grid re, grid im, grid weight)
  let density = map (\w -> f32.max 1 w) gw
  let power = map3 (\a b w -> (a * a + b * b) / (w * w)) gre gim density
  in [f32.sum power / f32.i64 n, f32.sum gw / f32.i64 samples, f32.maximum gw]
