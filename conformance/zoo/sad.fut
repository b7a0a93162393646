-- Sums of absolute differences for motion estimation (Parboil's sad): for each block of
-- 4 * 4 the best of the displacements within a window.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 2i64 3i64 1i64 }
-- output { [5734i64, 33i64, 1288i64] }
-- input { 1i64 1i64 2i64 }
-- output { [308i64, 19i64, 308i64] }
-- notest input { 10i64 12i64 4i64 }
-- notest input { 270i64 480i64 8i64 }
entry main (h: i64) (w: i64) (r: i64) : [3]i64 =
  let frame s = tabulate_2d (4 * h) (4 * w) (\y x -> i32.u32 (hash (u32.i64 ((y + s) / 2 * 1000 + (x + 2 * s) / 2)) % 256))
  let (old, new) = (frame 0, frame 1)
  let span = 2 * r + 1
  let best =
    tabulate_2d h w (\by bx ->
                       let costs =
                         tabulate (span * span) (\k ->
                                                   let (dy, dx) = (k / span - r, k % span - r)
                                                   let cost =
                                                     i32.sum (tabulate 16 (\p ->
                                                                             let (y, x) = (4 * by + p / 4, 4 * bx + p % 4)
                                                                             let y' = i64.max 0 (i64.min (4 * h - 1) (y + dy))
                                                                             let x' = i64.max 0 (i64.min (4 * w - 1) (x + dx))
                                                                             in i32.abs (new[y, x] - old[y', x'])))
                                                   in (cost, k))
                       in reduce_comm (\(c, k) (d, l) -> if d < c || (d == c && l < k) then (d, l) else (c, k)) (i32.highest, span * span) costs)
  let (costs, ks) = unzip (flatten best)
  in [i64.sum (map i64.i32 costs), i64.sum ks, i64.i32 (i32.maximum costs)]
