-- Prefix sums of each row of n rows of m, and the sum of all of them by a hash.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 5i64 }
-- output { [1854829427i32, 27i32] }
-- input { 1i64 7i64 }
-- output { [-700991724i32, 14i32] }
-- notest input { 1000i64 100i64 }
-- notest input { 10i64 10000000i64 }
-- notest input { 1000i64 100000i64 }
-- notest input { 100000i64 1000i64 }
-- notest input { 10000000i64 10i64 }
entry main (n: i64) (m: i64) : [2]i32 =
  let xss = tabulate_2d n m (\i j -> i32.u32 (hash (u32.i64 (i * m + j)) % 16))
  let yss = map (scan (+) 0) xss
  in [i32.sum (flatten (map2 (\i ys -> map2 (\j y -> y * i32.u32 (hash (u32.i64 (i * m + j)))) (iota m) ys) (iota n) yss)), yss[n - 1, m / 2]]
