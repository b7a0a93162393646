-- Counts of values by bin, and the mean of each bin.
--
-- Expected results: small cases by hand; `uniform` has 7·i mod 10 for i below
-- 1000, which takes every residue 100 times since 7 and 10 have no common
-- divisor.
-- ==
-- entry: main
-- input { 4i64 [0i64, 1i64, 1i64, 3i64, 9i64, -1i64] }
-- output { [1i32, 2i32, 0i32, 1i32] }
-- input { 2i64 empty([0]i64) } output { [0i32, 0i32] }
-- input { 0i64 [1i64] } output { empty([0]i32) }

def count [n] (bins: i64) (is: [n]i64) : [bins]i32 =
  reduce_by_index (replicate bins 0) (+) 0 is (replicate n 1)

entry main [n] (bins: i64) (is: [n]i64) : [bins]i32 = count bins is

-- ==
-- entry: uniform
-- input { 1000i64 } output { [100i32, 100i32, 100i32, 100i32, 100i32, 100i32, 100i32, 100i32, 100i32, 100i32] }
entry uniform (n: i64) : []i32 = count 10 (map (\i -> 7 * i % 10) (iota n))

-- ==
-- entry: means
-- input { 3i64 [0i64, 2i64, 0i64, 0i64] [1f64, 5f64, 2f64, 6f64] }
-- output { [3f64, 0f64, 5f64] }
entry means [n] (bins: i64) (is: [n]i64) (xs: [n]f64) : [bins]f64 =
  let (sums, counts) =
    unzip (hist (\(s, c) (t, d) -> (s + t, c + d)) (0, 0i64) bins is (zip xs (replicate n 1)))
  in map2 (\s c -> if c == 0 then 0 else s / f64.i64 c) sums counts
