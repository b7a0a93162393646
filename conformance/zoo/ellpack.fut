-- A sparse matrix in ELLPACK form times a vector (Bell, Garland 2009): k elements in each
-- row, padded.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 20i64 4i64 1i32 }
-- output { [4.8266697f32, 0.45579025f32] }
-- input { 3i64 2i64 2i32 }
-- output { [7.458853e-2f32, 5.9590083e-2f32] }
-- notest input { 1000i64 16i64 5i32 }
-- notest input { 1000000i64 32i64 20i32 }
entry main (n: i64) (k: i64) (times: i32) : [2]f32 =
  let columns = tabulate_2d n k (\i j -> i64.u32 (hash (u32.i64 (i * k + j))) % n)
  let elements = tabulate_2d n k (\i j -> if j > i % k then 0 else uniform 1 (i * k + j) - 0.5)
  let x = tabulate n (uniform 2)
  let y =
    loop x for _i < times do
      map2 (\cs es -> f32.sum (map2 (\c e -> e * x[c]) cs es)) columns elements
  in [f32.sum (map f32.abs y), f32.maximum y]
