-- The grey-level co-occurrence matrix of an image and four of its features (Haralick 1973).
--
-- Expected results: by counting in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 6i64 7i64 4i64 }
-- output { [0.11882716049382719f64, 1.4166666666666665f64, 0.6782407407407408f64, 2.274429988896467f64] }
-- input { 1i64 2i64 3i64 }
-- output { [1.0f64, 0.0f64, 1.0f64, 0.0f64] }
-- notest input { 100i64 100i64 16i64 }
-- notest input { 600i64 600i64 16i64 }
-- notest input { 4000i64 4000i64 64i64 }
entry main (n: i64) (m: i64) (levels: i64) : [4]f64 =
  let image = tabulate_2d n m (\i j -> (i64.u32 (hash (u32.i64 (i / 3 * m + j / 2))) % levels + i64.u32 (hash (u32.i64 (i * m + j)) % 2)) % levels)
  let pairs = flatten (tabulate_2d n m (\i j -> if j + 1 < m then (image[i, j], image[i, j + 1]) else (-1, -1)))
  let counts = reduce_by_index_2d (replicate levels (replicate levels 0i64)) (+) 0 pairs (map (const 1) pairs)
  let total = f64.i64 (i64.max 1 (i64.sum (flatten counts)))
  let p = map (map (\c -> f64.i64 c / total)) counts
  let over f = f64.sum (flatten (tabulate_2d levels levels (\i j -> f i j p[i, j])))
  in [over (\_ _ x -> x * x), over (\i j x -> f64.i64 ((i - j) * (i - j)) * x),
      over (\i j x -> x / (1 + f64.i64 (i64.abs (i - j)))), over (\_ _ x -> if x > 0 then -x * f64.log x else 0)]
