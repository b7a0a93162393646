-- 3x3 box blur of an 8-bit image with clamped borders
def at [h] [w] (img: [h][w]u8) (y: i64) (x: i64) : i32 =
  let y = i64.max 0 (i64.min (h - 1) y)
  let x = i64.max 0 (i64.min (w - 1) x)
  in i32.u8 img[y, x]
entry main [h] [w] (img: [h][w]u8) : [h][w]u8 =
  tabulate_2d h w (\y x ->
                     let s =
                       at img (y - 1) (x - 1) + at img (y - 1) x + at img (y - 1) (x + 1)
                       + at img y (x - 1) + at img y x + at img y (x + 1)
                       + at img (y + 1) (x - 1) + at img (y + 1) x + at img (y + 1) (x + 1)
                     in u8.i32 (s / 9))
