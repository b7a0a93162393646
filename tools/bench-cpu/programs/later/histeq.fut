-- ==
-- entry: main
-- notest input { 800i64 600i64 }
entry main (h: i64) (w: i64) : i64 =
  let img = tabulate_2d h w (\i j -> u8.i64 ((i * j + i * 3) % 256))
  let hist = reduce_by_index (replicate 256 0i32) (+) 0 (map i64.u8 (flatten img)) (replicate (h * w) 1)
  let cdf = scan (+) 0 hist
  let lo = i32.minimum (map (\c -> if c > 0 then c else i32.highest) cdf)
  let tbl = map (\c -> u8.i32 ((c - lo) * 255 / (i32.i64 (h * w) - lo))) cdf
  let out = map (map (\p -> tbl[i64.u8 p])) img
  in i64.sum (map i64.u8 (flatten out))
