-- Canny's edges (Canny 1986): a Gaussian of 5 * 5, Sobel's gradient, thinning along the
-- gradient, two thresholds, and strong edges that spread over weak ones.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def smooth [h] [w] (image: [h][w]i32) : [h][w]i32 =
  let kernel: [5][5]i32 = [[2, 4, 5, 4, 2], [4, 9, 12, 9, 4], [5, 12, 15, 12, 5], [4, 9, 12, 9, 4], [2, 4, 5, 4, 2]]
  in tabulate_2d h w (\y x ->
                        i32.sum (flatten (tabulate_2d 5 5 (\i j ->
                                                             kernel[i, j] * image[i64.max 0 (i64.min (h - 1) (y + i - 2)), i64.max 0 (i64.min (w - 1) (x + j - 2))]))) / 159)

def gradient [h] [w] (image: [h][w]i32) : [h][w](i32, i32) =
  tabulate_2d h w (\y x ->
                     let at dy dx = image[i64.max 0 (i64.min (h - 1) (y + dy)), i64.max 0 (i64.min (w - 1) (x + dx))]
                     in (at (-1) 1 + 2 * at 0 1 + at 1 1 - at (-1) (-1) - 2 * at 0 (-1) - at 1 (-1),
                         at 1 (-1) + 2 * at 1 0 + at 1 1 - at (-1) (-1) - 2 * at (-1) 0 - at (-1) 1))

def thin [h] [w] (g: [h][w](i32, i32)) : [h][w]i32 =
  let size (x: i32, y: i32) = i32.abs x + i32.abs y
  in tabulate_2d h w (\y x ->
                        let (gx, gy) = g[y, x]
                        let (dy, dx) =
                          if i32.abs gy * 5 < i32.abs gx * 2
                          then (0, 1)
                          else if i32.abs gx * 5 < i32.abs gy * 2
                          then (1, 0)
                          else if (gx > 0) == (gy > 0) then (1, 1) else (1, -1)
                        let at a b = if a < 0 || a >= h || b < 0 || b >= w then 0 else size g[a, b]
                        let here = size (gx, gy)
                        in if here > at (y - dy) (x - dx) && here >= at (y + dy) (x + dx) then here else 0)

-- ==
-- entry: main
-- input { 12i64 50i64 2i32 }
-- output { [588i64, 0i64, 12i64, 2622i64] }
-- input { 33i64 70i64 0i32 }
-- output { [2210i64, 0i64, 100i64, 88028i64] }
-- notest input { 90i64 120i64 5i32 }
-- notest input { 4096i64 4096i64 10i32 }
entry main (h: i64) (w: i64) (steps: i32) : [4]i64 =
  let image =
    tabulate_2d h w (\y x ->
                       let shape = if (x / 40 + y / 30) % 2 == 0 then 180i32 else 60
                       in shape + i32.u32 (hash (u32.i64 (y * w + x)) % 40))
  let edges = thin (gradient (smooth image))
  let marks = map (map (\e -> if e > 200 then 2u8 else if e > 90 then 1 else 0)) edges
  let marks =
    loop marks for _i < steps do
      tabulate_2d h w (\y x ->
                         if marks[y, x] != 1
                         then marks[y, x]
                         else
                           let strong =
                             loop strong = false for k < 9i64 do
                               let (a, b) = (y + k / 3 - 1, x + k % 3 - 1)
                               in strong || (a >= 0 && a < h && b >= 0 && b < w && marks[a, b] == 2)
                           in if strong then 2 else 1)
  let count v = i64.sum (map (\row -> i64.sum (map (\m -> i64.bool (m == v)) row)) marks)
  in [count 0, count 1, count 2, i64.sum (map2 (\i row -> i * i64.sum (map2 (\j m -> if m == 2 then j else 0) (iota w) row)) (iota h) marks)]
