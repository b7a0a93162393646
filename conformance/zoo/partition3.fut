-- Three filters of one array, and sums of each part: compaction by scans and scatters
-- (Blelloch 1990).
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 40i64 }
-- output { [4i64, 364i64, 155891i64, 34331i64] }
-- input { 1i64 }
-- output { [1i64, 0i64, 0i64, 0i64] }
-- notest input { 1000i64 }
-- notest input { 20000000i64 }
entry main (n: i64) : [4]i64 =
  let xs = tabulate n (\i -> i64.u32 (hash (u32.i64 i) % 1000))
  let (low, rest) = partition (< 100) xs
  let (middle, high) = partition (< 900) rest
  let weigh ys = i64.sum (map2 (\i y -> (i % 100) * y) (indices ys) ys)
  in [length low, weigh low, weigh middle, weigh high]
