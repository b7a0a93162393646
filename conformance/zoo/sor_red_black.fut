-- Successive over-relaxation of a grid, red points and then black ones (Java Grande's SOR).
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
-- input { 6i64 7i64 3i32 }
-- output { [0.40919122f32, 0.36561254f32, 0.9111908f32] }
-- input { 3i64 3i64 1i32 }
-- output { [0.34705114f32, 0.39087003f32, 0.8663146f32] }
-- notest input { 100i64 100i64 20i32 }
-- notest input { 400i64 400i64 20i32 }
-- notest input { 4000i64 4000i64 50i32 }
entry main (n: i64) (m: i64) (steps: i32) : [3]f32 =
  let grid = tabulate_2d n m (\i j -> uniform 1 (i * m + j))
  let half (parity: i64) (g: [n][m]f32) =
    tabulate_2d n m (\i j ->
                       if i == 0 || i == n - 1 || j == 0 || j == m - 1 || (i + j) % 2 != parity
                       then g[i, j]
                       else 0.3125 * (g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1]) - 0.25 * g[i, j])
  let out = loop g = grid for _k < steps do half 1 (half 0 g)
  in [f32.sum (map f32.sum out) / f32.i64 (n * m), out[n / 2, m / 2], f32.maximum (map f32.maximum out)]
