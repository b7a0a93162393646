-- A histogram of its own for each of n rows of m keys, b bins each.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 3i64 20i64 4i64 }
-- output { [20i64, 93i64] }
-- input { 1i64 1i64 2i64 }
-- output { [1i64, 0i64] }
-- notest input { 100i64 100i64 10i64 }
-- notest input { 256i64 100000i64 1000i64 }
-- notest input { 100000i64 256i64 32i64 }
entry main (n: i64) (m: i64) (b: i64) : [2]i64 =
  let keys = tabulate_2d n m (\i j -> i64.u32 (hash (u32.i64 (i * m + j))) % b)
  let hs = map (\ks -> reduce_by_index (replicate b 0i32) (+) 0 ks (map (const 1) ks)) keys
  in [i64.sum (map (\h -> i64.i32 (i32.maximum h)) hs), i64.sum (flatten (map (map2 (\k c -> k * i64.i32 c) (iota b)) hs))]
