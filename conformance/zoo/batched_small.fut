-- Many products of small matrices, as finite elements need (Masliah et al. 2016).
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
-- input { 3i64 4i64 }
-- output { [0.12421292f32, 0.32891652f32] }
-- input { 1i64 1i64 }
-- output { [0.23655741f32, 0.23655741f32] }
-- notest input { 100i64 8i64 }
-- notest input { 100000i64 12i64 }
entry main (b: i64) (n: i64) : [2]f32 =
  let as = tabulate_3d b n n (\k i j -> uniform 1 ((k * n + i) * n + j) - 0.5)
  let bs = tabulate_3d b n n (\k i j -> uniform 2 ((k * n + i) * n + j) - 0.5)
  let cs = map2 (\x y -> map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose y)) x) as bs
  in [f32.sum (map f32.abs (flatten_3d cs)) / f32.i64 (b * n * n), f32.maximum (flatten_3d cs)]
