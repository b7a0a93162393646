-- A sparse matrix in compressed rows times a vector (SHOC's spmv; Danalis et al. 2010):
-- rows of 0 to 31 elements, each row summed by a loop of its own length.
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
-- input { 20i64 1i32 }
-- output { [15.784065f32, 1.3546736f32] }
-- input { 3i64 2i32 }
-- output { [1.0157936f32, 0.51185894f32] }
-- notest input { 1000i64 5i32 }
-- notest input { 2000000i64 20i32 }
entry main (n: i64) (times: i32) : [2]f32 =
  let lengths = tabulate n (\i -> i64.u32 (hash (u32.i64 i + 99) % 32))
  let ends = scan (+) 0 lengths
  let nnz = if n == 0 then 0 else ends[n - 1]
  let columns = tabulate nnz (\e -> i64.u32 (hash (u32.i64 e)) % n)
  let elements = tabulate nnz (\e -> uniform 1 e - 0.5)
  let x = tabulate n (uniform 2)
  let y =
    loop x for _i < times do
      map2 (\l end -> loop s = 0 for k < l do s + elements[end - l + k] * x[columns[end - l + k]]) lengths ends
  in [f32.sum (map f32.abs y), f32.maximum y]
