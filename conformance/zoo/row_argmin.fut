-- For each row of n x m numbers the least and where it stands, the first of equals.
--
-- Expected results: by Python's min.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 6i64 }
-- output { [1703i64, 6i64, 4i64] }
-- input { 1i64 3i64 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 100i64 100i64 }
-- notest input { 1000i64 1000i64 }
-- notest input { 10i64 10000000i64 }
-- notest input { 3000i64 30000i64 }
-- notest input { 5000000i64 16i64 }
entry main (n: i64) (m: i64) : [3]i64 =
  let rows = tabulate_2d n m (\i j -> hash (u32.i64 (i * m + j)) % 5000)
  let least (a, i) (b, j) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  let found = map (\row -> reduce_comm least (u32.highest, m) (zip row (iota m))) rows
  let (values, at) = unzip found
  in [i64.sum (map i64.u32 values), i64.sum at, i64.maximum at]
