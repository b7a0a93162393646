-- Prefix sums and extremes that begin anew where a flag is set (Blelloch 1990).
--
-- Expected results: by one loop in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def segmented 't [n] (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  let (_, ys) = unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else op x y)) (false, ne) (zip flags xs))
  in ys

-- ==
-- entry: main
-- input { 50i64 7u32 }
-- output { [431674i64, 20320i64, 152736i64] }
-- input { 1i64 1u32 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 10000i64 10u32 }
-- notest input { 1000000i64 10u32 }
-- notest input { 50000000i64 3u32 }
-- notest input { 50000000i64 10000u32 }
entry main (n: i64) (every: u32) : [3]i64 =
  let xs = tabulate n (\i -> i32.u32 (hash (u32.i64 i) >> 20))
  let flags = tabulate n (\i -> hash (u32.i64 i + 0x55555555) % every == 0)
  let sums = segmented (+) 0 flags xs
  let greatest = segmented i32.max 0 flags xs
  in [i64.sum (map i64.i32 sums), i64.i32 (i32.maximum sums), i64.sum (map i64.i32 greatest)]
