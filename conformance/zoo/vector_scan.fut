-- Scans and reductions whose operator adds rows of k elements.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 6i64 3i64 }
-- output { [79i64, 14i64] }
-- input { 1i64 1i64 }
-- output { [0i64, 0i64] }
-- notest input { 100i64 10i64 }
-- notest input { 1000000i64 10i64 }
-- notest input { 100000i64 100i64 }
entry main (n: i64) (k: i64) : [2]i64 =
  let rows = tabulate_2d n k (\i j -> i32.u32 (hash (u32.i64 (i * k + j)) % 10))
  let sums = scan (map2 (+)) (replicate k 0) rows
  let total = reduce (map2 i32.max) (replicate k 0) sums
  in [i64.sum (map i64.i32 total), i64.i32 sums[n / 2, k / 2]]
