-- For each of n points a sum over m samples of cosines and sines of dot products: the
-- reconstruction Q of MRI (Parboil's mri-q; Stone et al. 2008).
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 4i64 5i64 }
-- output { [0.85503006f32, 0.67017174f32, 1.2125081f32] }
-- input { 1i64 1i64 }
-- output { [-0.38881528f32, 0.16012372f32, -0.38881528f32] }
-- notest input { 100i64 64i64 }
-- notest input { 262144i64 2048i64 }
entry main (n: i64) (m: i64) : [3]f32 =
  let samples = tabulate m (\k -> (uniform 1 k - 0.5, uniform 2 k - 0.5, uniform 3 k - 0.5, uniform 4 k))
  let points = tabulate n (\i -> (uniform 5 i, uniform 6 i, uniform 7 i))
  let qs =
    map (\(x, y, z) ->
           let terms =
             map (\(kx, ky, kz, phi) ->
                    let angle = 2 * f32.pi * (kx * x + ky * y + kz * z)
                    in (phi * f32.cos angle, phi * f32.sin angle)) samples
           in reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) terms) points
  let (re, im) = unzip qs
  in [f32.sum re / f32.i64 n, f32.sum (map f32.abs im) / f32.i64 n, f32.maximum re]
