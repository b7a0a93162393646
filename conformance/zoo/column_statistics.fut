-- Mean, variance and extremes of each column of a table of n rows, and the columns'
-- correlation with the first.
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
-- input { 7i64 3i64 }
-- output { [1.4256245f32, 6.8690754e-2f32, 0.7545803f32, 7.356081e-2f32] }
-- input { 1i64 2i64 }
-- output { [0.8150424f32, 0.0f32, 0.0f32, 0.0f32] }
-- notest input { 1000i64 20i64 }
-- notest input { 20000i64 50i64 }
-- notest input { 1000000i64 50i64 }
-- notest input { 10000i64 5000i64 }
entry main (n: i64) (m: i64) : [4]f32 =
  let table = tabulate_2d n m (\i j -> uniform 1 (i * m + j) + f32.i64 (j % 7))
  let columns = transpose table
  let size = f32.i64 n
  let means = map (\c -> f32.sum c / size) columns
  let variances = map2 (\c a -> f32.sum (map (\x -> (x - a) * (x - a)) c) / size) columns means
  let spans = map (\c -> f32.maximum c - f32.minimum c) columns
  let with_first = map2 (\c a -> f32.sum (map2 (\x y -> (x - means[0]) * (y - a)) columns[0] c) / size) columns means
  in [f32.sum means / f32.i64 m, f32.sum variances / f32.i64 m, f32.sum spans / f32.i64 m, with_first[0]]
