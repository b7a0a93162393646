-- Histogram equalisation of an image of bytes.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [[52u8,55u8,61u8],[59u8,79u8,61u8],[85u8,170u8,100u8]] }
-- output { [[0u8, 32u8, 128u8], [64u8, 159u8, 128u8], [191u8, 255u8, 223u8]] }

entry main [h] [w] (img: [h][w]u8) : [h][w]u8 =
  let hist = reduce_by_index (replicate 256 0i32) (+) 0 (map i64.u8 (flatten img)) (replicate (h * w) 1)
  let cdf = scan (+) 0 hist
  let cmin = head (filter (> 0) cdf)
  let f (p: u8) =
    let c = cdf[i64.u8 p]
    in u8.f32 (f32.round (f32.i32 (c - cmin) / f32.i32 (i32.i64 (h * w) - cmin) * 255))
  in map (map f) img
