-- Scaled dot-product attention (Vaswani et al. 2017): for each of h heads and n queries the
-- softmax of products with n keys weighs n values of d elements.
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
-- input { 2i64 5i64 3i64 }
-- output { [0.20835465f32, 0.1849875f32, 0.43248034f32] }
-- input { 1i64 1i64 4i64 }
-- output { [9.5021665e-2f32, 0.4483341f32, 0.40939102f32] }
-- notest input { 2i64 64i64 16i64 }
-- notest input { 16i64 1024i64 64i64 }
entry main (h: i64) (n: i64) (d: i64) : [3]f32 =
  let make s = map (\k -> tabulate_2d n d (\i j -> uniform s ((k * n + i) * d + j) - 0.5)) (iota h)
  let (qs, ks, vs) = (make 1, make 2, make 3)
  let head q k v =
    map (\row ->
           let scores = map (\key -> f32.sum (map2 (*) row key) / f32.sqrt (f32.i64 d)) k
           let most = f32.maximum scores
           let es = map (\s -> f32.exp (s - most)) scores
           let total = f32.sum es
           in map (\column -> f32.sum (map2 (*) es column) / total) (transpose v)) q
  let all = flatten_3d (map3 head qs ks vs)
  in [f32.sum all, f32.maximum all, f32.sum (map (\x -> x * x) all)]
