-- Alternating directions for the heat equation (Peaceman, Rachford 1955): each half step
-- solves a tridiagonal system in each row by Thomas's algorithm, then the grid is transposed.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def solve_row [n] (r: f32) (d: [n]f32) : [n]f32 =
  let (cs, ds) =
    loop (cs, ds) = (replicate n 0, copy d) for i < n do
      let below = if i == 0 then 0 else cs[i - 1]
      let w = 1 + 2 * r + r * below
      let before = if i == 0 then 0 else ds[i - 1]
      in (cs with [i] = -r / w, ds with [i] = (d[i] + r * before) / w)
  in loop xs = ds for k < n - 1 do
       let i = n - 2 - k
       in xs with [i] = xs[i] - cs[i] * xs[i + 1]

-- ==
-- entry: main
-- input { 5i64 2i32 }
-- output { [0.25385198f32, 0.1250526f32, 0.40284833f32] }
-- input { 1i64 1i32 }
-- output { [2.3966401e-3f32, 2.3966401e-3f32, 2.3966401e-3f32] }
-- notest input { 50i64 3i32 }
-- notest input { 1024i64 10i32 }
entry main (n: i64) (steps: i32) : [3]f32 =
  let grid = tabulate_2d n n (\i j -> uniform 1 (i * n + j))
  let grid =
    loop g = grid for _i < steps do
      let g = transpose (map (solve_row 0.4) g)
      in transpose (map (solve_row 0.4) g)
  let all = flatten grid
  in [f32.sum all / f32.i64 (n * n), f32.minimum all, f32.maximum all]
