-- A picture: to grey, halved by means of four, dithered by a matrix of 4 by 4, and the runs of each row counted.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- notest input { 480i64 640i64 }
entry main (h: i64) (w: i64) : (i64, i64) =
  let picture = tabulate_2d h w (\i j -> let x = hash (u32.i64 (i / 8 * w + j / 8)) in (u8.u32 x, u8.u32 (x >> 8), u8.u32 (x >> 16)))
  let grey = map (map (\(r, g, b) -> u8.u32 ((u32.u8 r * 77 + u32.u8 g * 150 + u32.u8 b * 29) >> 8))) picture
  let half =
    tabulate_2d (h / 2) (w / 2) (\i j ->
                                   u8.u32 ((u32.u8 grey[2 * i, 2 * j] + u32.u8 grey[2 * i, 2 * j + 1] + u32.u8 grey[2 * i + 1, 2 * j] + u32.u8 grey[2 * i + 1, 2 * j + 1] + 2) / 4))
  let bayer = [[0u8, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
  let dithered = tabulate_2d (h / 2) (w / 2) (\i j -> half[i, j] > bayer[i % 4, j % 4] * 16 + 8)
  let runs = map (\row -> i64.sum (map (\j -> i64.bool (j == 0 || row[j] != row[j - 1])) (iota (w / 2)))) dithered
  in (i64.sum runs, i64.sum (map (\row -> i64.sum (map i64.bool row)) dithered))
