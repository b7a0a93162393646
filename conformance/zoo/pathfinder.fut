-- The cheapest path from the bottom to the top of a grid, row by row by dynamic
-- programming (Che et al. 2009).
--
-- Expected results: by recursion over the grid.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 30i64 7i64 }
-- output { [5i64, 22i64, 430i64] }
-- input { 1i64 5i64 }
-- output { [11i64, 11i64, 11i64] }
-- notest input { 1000i64 100i64 }
-- notest input { 1000000i64 500i64 }
entry main (cols: i64) (rows: i64) : [3]i64 =
  let wall = tabulate_2d rows cols (\i j -> i32.u32 (hash (u32.i64 (i * cols + j)) % 10))
  let row =
    loop row = wall[0] for i < rows - 1 do
      map2 (\j cost ->
              let left = if j > 0 then row[j - 1] else row[j]
              let right = if j < cols - 1 then row[j + 1] else row[j]
              in cost + i32.min row[j] (i32.min left right))
           (iota cols) wall[i + 1]
  in [i64.i32 (i32.minimum row), i64.i32 (i32.maximum row), i64.sum (map i64.i32 row)]
