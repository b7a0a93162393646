-- A two-dimensional histogram whose counts stop at 255 (Parboil's histo; Stratton et
-- al. 2012): the operator is addition that saturates.
--
-- Expected results: by counting.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def saturating (a: u8) (b: u8) : u8 = if a > 255 - b then 255 else a + b

-- ==
-- entry: main
-- input { 2000i64 3i64 5i64 }
-- output { [1366i64, 255i64, 4i64, 6004i64] }
-- input { 700i64 2i64 1i64 }
-- output { [317i64, 255i64, 1i64, 62i64] }
-- notest input { 20000i64 40i64 60i64 }
-- notest input { 10000000i64 1024i64 1024i64 }
entry main (n: i64) (h: i64) (w: i64) : [4]i64 =
  -- a peak in the middle: the sum of four uniform numbers in each direction
  let four i s m =
    (i64.u32 (hash (u32.i64 i + s) % u32.i64 m) + i64.u32 (hash (u32.i64 i + 2 * s) % u32.i64 m)
     + i64.u32 (hash (u32.i64 i + 3 * s) % u32.i64 m) + i64.u32 (hash (u32.i64 i + 5 * s) % u32.i64 m)) / 4
  let at = tabulate n (\i -> (four i 0x51234567 h, four i 0x1f3d5b79 w))
  let bins = reduce_by_index_2d (replicate h (replicate w 0u8)) saturating 0 at (replicate n 1u8)
  let all = map i64.u8 (flatten bins)
  in [i64.sum all, i64.maximum all, i64.sum (map (\x -> i64.bool (x == 255)) all), i64.sum (map2 (*) all (indices all))]
