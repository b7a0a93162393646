-- A binomial filter of 5 by 5 with clamped borders.
-- ==
-- entry: main
-- notest input { 300i64 400i64 }
entry main (h: i64) (w: i64) =
  let img = tabulate_2d h w (\i j -> u8.i64 ((i * i + j * 3) % 256))
  let ker = [[1i32, 4, 6, 4, 1], [4, 16, 24, 16, 4], [6, 24, 36, 24, 6], [4, 16, 24, 16, 4], [1, 4, 6, 4, 1]]
  let out =
    tabulate_2d h w (\i j ->
                       let s =
                         loop s = 0i32 for a < 5i64 do
                           loop s for b < 5i64 do
                             let y = i64.max 0 (i64.min (h - 1) (i + a - 2))
                             let x = i64.max 0 (i64.min (w - 1) (j + b - 2))
                             in s + ker[a, b] * i32.u8 img[y, x]
                       in u8.i32 (s / 256))
  in reduce (+) 0 (map i64.u8 (flatten out))
