-- Sums of segments of very different lengths, each the sum of a series whose number of
-- terms is the segment's own: a map whose inner sizes differ.
--
-- Expected results: by plain sums in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 10i64 20i64 }
-- output { [2.257409665497901f64, 0.989552522640758f64, 16.0f64] }
-- input { 3i64 7i64 }
-- output { [0.5f64, 0.5f64, 1.0f64] }
-- notest input { 1000i64 100i64 }
-- notest input { 100000i64 5000i64 }
entry main (n: i64) (most: i64) : [3]f64 =
  let lengths = tabulate n (\i -> let u = uniform 1 i in i64.f32 (f32.i64 most * u * u * u * u))
  let sums = map2 (\i m -> f64.sum (map (\j -> 1 / f64.i64 ((i + j) % 1000 + 1)) (iota m))) (iota n) lengths
  in [f64.sum sums, f64.maximum sums, f64.i64 (i64.sum lengths)]
