-- For each of k bins the greatest value and the first index that has it, and the mean of
-- its bin: histograms of pairs and of float sums.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 50i64 3i64 }
-- output { [91439.664f32, 73.0f32, 52.203213f32, 55.263218f32] }
-- input { 1i64 2i64 }
-- output { [-0.5f32, 1.0f32, 0.0f32, 0.0f32] }
-- notest input { 10000i64 10i64 }
-- notest input { 10000000i64 1000i64 }
entry main (n: i64) (k: i64) : [4]f32 =
  let values = tabulate n (\i -> f32.u32 (hash (u32.i64 i) % 100000))
  let bins = tabulate n (\i -> i64.u32 (hash (u32.i64 i + 0x33333333)) % k)
  let greater (v, i) (w, j) = if w > v || (w == v && j < i) then (w, j) else (v, i)
  let best = reduce_by_index (replicate k (-1f32, n)) greater (-1f32, n) bins (zip values (iota n))
  let sums = reduce_by_index (replicate k 0f32) (+) 0 bins (map (/ 1024) values)
  let counts = reduce_by_index (replicate k 0f32) (+) 0 bins (replicate n 1)
  let means = map2 (/) sums (map (f32.max 1) counts)
  let (vs, is) = unzip best
  in [f32.sum vs / f32.i64 k, f32.i64 (i64.sum is % 1000003), f32.sum means / f32.i64 k, f32.maximum means]
