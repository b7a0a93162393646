-- A layer of a convolutional network with rectification (LeCun et al. 1998): images of
-- several channels, o filters of 3 * 3.
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
-- input { 2i64 2i64 3i64 5i64 6i64 }
-- output { [0.20459305f32, 0.9526066f32, 0.11025382f32] }
-- input { 1i64 1i64 1i64 3i64 3i64 }
-- output { [2.1183461e-2f32, 2.1183461e-2f32, 4.48739e-4f32] }
-- notest input { 2i64 4i64 8i64 20i64 20i64 }
-- notest input { 16i64 16i64 32i64 128i64 128i64 }
entry main (b: i64) (c: i64) (o: i64) (h: i64) (w: i64) : [3]f32 =
  let images = map (\k -> tabulate_3d c h w (\z y x -> uniform 1 (((k * c + z) * h + y) * w + x) - 0.5)) (iota b)
  let filters = map (\k -> tabulate_3d c 3 3 (\z y x -> uniform 2 (((k * c + z) * 3 + y) * 3 + x) - 0.5)) (iota o)
  let out =
    map (\image ->
           map (\f ->
                  tabulate_2d (h - 2) (w - 2) (\y x ->
                                                 f32.max 0 (f32.sum (tabulate c (\z ->
                                                                                   f32.sum (flatten (tabulate_2d 3 3 (\i j -> f[z, i, j] * image[z, y + i, x + j])))))))) filters) images
  let all = flatten (map flatten_3d out)
  in [f32.sum all / f32.i64 (length all), f32.maximum all, f32.sum (map (\x -> x * x) all) / f32.i64 (length all)]
