-- alpha * A * B + beta * C with B transposed, sizes that are no multiples of a tile
-- (Parboil's sgemm; Stratton et al. 2012).
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
-- input { 5i64 7i64 9i64 }
-- output { [0.2809276f32, 1.2461928f32, 3.523533e-2f32] }
-- input { 1i64 1i64 3i64 }
-- output { [0.16080604f32, 0.16080604f32, 0.16080604f32] }
-- notest input { 100i64 90i64 70i64 }
-- notest input { 1999i64 2001i64 1003i64 }
entry main (n: i64) (m: i64) (k: i64) : [3]f32 =
  let a = tabulate_2d n k (\i j -> uniform 1 (i * k + j) - 0.5)
  let b = tabulate_2d m k (\i j -> uniform 2 (i * k + j) - 0.5)
  let c = tabulate_2d n m (\i j -> uniform 3 (i * m + j))
  let d = map2 (\row cs -> map2 (\column old -> 1.5 * f32.sum (map2 (*) row column) + 0.5 * old) b cs) a c
  in [f32.sum (flatten d) / f32.i64 (n * m), f32.maximum (flatten d), d[n / 2, m / 3]]
