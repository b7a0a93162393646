-- Normalising rows to mean 0 and variance 1 (Ba, Kiros, Hinton 2016).
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
-- input { 3i64 8i64 }
-- output { [1.8425328f32, 0.99994373f32, -1.8344252f32] }
-- input { 2i64 3i64 }
-- output { [1.272814f32, 0.9999172f32, -1.2999412f32] }
-- notest input { 100i64 64i64 }
-- notest input { 65536i64 1024i64 }
entry main (n: i64) (m: i64) : [3]f32 =
  let xs = tabulate_2d n m (\i j -> uniform 1 (i * m + j) * f32.i64 (i % 7 + 1))
  let ys =
    map (\row ->
           let mean = f32.sum row / f32.i64 m
           let variance = f32.sum (map (\x -> (x - mean) * (x - mean)) row) / f32.i64 m
           in map (\x -> (x - mean) / f32.sqrt (variance + 1e-5)) row) xs
  in [f32.sum (map (f32.maximum) ys) / f32.i64 n, f32.sum (map (\r -> f32.sum (map (\x -> x * x) r)) ys) / f32.i64 (n * m), f32.minimum (map f32.minimum ys)]
