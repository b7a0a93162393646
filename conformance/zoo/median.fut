-- A median filter of 3 * 3 by a network of exchanges (Smith 1996).
--
-- Expected results: by Python's sort of the nine values.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def exchange (a: u8, b: u8) : (u8, u8) = (u8.min a b, u8.max a b)

def median9 (p: [9]u8) : u8 =
  let (p1, p2) = exchange (p[1], p[2])
  let (p4, p5) = exchange (p[4], p[5])
  let (p7, p8) = exchange (p[7], p[8])
  let (p0, p1) = exchange (p[0], p1)
  let (p3, p4) = exchange (p[3], p4)
  let (p6, p7) = exchange (p[6], p7)
  let (p1, p2) = exchange (p1, p2)
  let (p4, p5) = exchange (p4, p5)
  let (p7, p8) = exchange (p7, p8)
  let p3 = u8.max p0 p3
  let p5 = u8.min p5 p8
  let (p4, p7) = exchange (p4, p7)
  let p6 = u8.max p3 p6
  let p4 = u8.max p1 p4
  let p2 = u8.min p2 p5
  let p4 = u8.min p4 p7
  let (p4, p2) = exchange (p4, p2)
  let p4 = u8.max p6 p4
  in u8.min p4 p2

-- ==
-- entry: main
-- input { 6i64 5i64 1i32 }
-- output { [4864i64, 230i64, 62i64] }
-- input { 1i64 3i64 2i32 }
-- output { [258i64, 129i64, 0i64] }
-- notest input { 60i64 70i64 2i32 }
-- notest input { 4096i64 4096i64 5i32 }
entry main (h: i64) (w: i64) (times: i32) : [3]i64 =
  let image = tabulate_2d h w (\y x -> u8.u32 (hash (u32.i64 (y * w + x)) & 255))
  let image =
    loop image for _i < times do
      tabulate_2d h w (\y x ->
                         median9 (tabulate 9 (\k -> image[i64.max 0 (i64.min (h - 1) (y + k / 3 - 1)), i64.max 0 (i64.min (w - 1) (x + k % 3 - 1))])))
  let all = map i64.u8 (flatten image)
  in [i64.sum all, i64.maximum all, i64.minimum all]
