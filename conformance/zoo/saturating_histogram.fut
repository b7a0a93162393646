-- Histograms in bytes that stay at 255 when they are full (Parboil's histo saturates so).
--
-- Expected results: by counting in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def add (a: u8) (b: u8) : u8 = u8.u16 (u16.min 255 (u16.u8 a + u16.u8 b))

-- ==
-- entry: main
-- input { 300i64 3i64 }
-- output { [1i64, 528i64, 724i64] }
-- input { 1i64 2i64 }
-- output { [0i64, 1i64, 0i64] }
-- notest input { 10000i64 50i64 }
-- notest input { 1000000i64 1000i64 }
-- notest input { 1000000i64 1048576i64 }
-- notest input { 10000000i64 1000i64 }
entry main (n: i64) (b: i64) : [3]i64 =
  let keys = tabulate n (\i -> let k = i64.u32 (hash (u32.i64 i)) % (b * b) in i64.f64 (f64.sqrt (f64.i64 k)))
  let h = reduce_by_index (replicate b 0u8) add 0 keys (map (\i -> 1 + u8.i64 (i % 3)) (iota n))
  in [i64.sum (map (\c -> i64.bool (c == 255)) h), i64.sum (map i64.u8 h), i64.sum (map2 (\i c -> i * i64.u8 c) (iota b) h)]
