-- The greatest element of each row and the first place of it, and the least, by one
-- reduction of tuples with branches.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 5i64 }
-- output { [341675i64, 7i64, 96061i64] }
-- input { 3i64 1i64 }
-- output { [137857i64, 0i64, 137857i64] }
-- notest input { 1000i64 100i64 }
-- notest input { 10i64 10000000i64 }
-- notest input { 1000i64 100000i64 }
-- notest input { 100000i64 1000i64 }
-- notest input { 10000000i64 10i64 }
entry main (n: i64) (m: i64) : [3]i64 =
  let xss = tabulate_2d n m (\i j -> i32.u32 (hash (u32.i64 (i * m + j)) % 100000))
  let least (a, i, b) (c, j, d) = ((if c > a || (c == a && j < i) then (c, j, i32.min b d) else (a, i, i32.min b d)) : (i32, i64, i32))
  let rs = map (\xs -> reduce_comm least (-1, i64.highest, i32.highest) (zip3 xs (iota m) xs)) xss
  in [i64.sum (map (\(a, _, _) -> i64.i32 a) rs), i64.sum (map (\(_, i, _) -> i) rs), i64.sum (map (\(_, _, b) -> i64.i32 b) rs)]
