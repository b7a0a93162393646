-- Sums, extremes and prefix sums of numbers of 8 and 16 bits, which wrap around.
--
-- Expected results: by wrapping Python's integers.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 1000i64 }
-- output { [-32i64, 224i64, 224i64, 127i64, 0i64, 1197i64, 44i64] }
-- input { 1i64 }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- notest input { 10000i64 }
-- notest input { 3000000i64 }
-- notest input { 100000000i64 }
entry main (n: i64) : [7]i64 =
  let xs = tabulate n (\i -> i8.u32 (hash (u32.i64 i)))
  let ys = map u8.i8 xs
  let zs = map i16.i8 xs
  let ps = scan (+) 0 xs
  in [i64.i8 (i8.sum xs), i64.u8 (u8.sum ys), i64.i16 (i16.sum zs), i64.i8 (i8.maximum xs), i64.u8 (u8.minimum ys),
      i64.sum (map i64.i8 ps), i64.u8 (reduce (^) 0 ys)]
