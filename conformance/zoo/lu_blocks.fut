-- LU decomposition by blocks of b x b (Rodinia's lud): the corner, the blocks below and right of it,
-- then all others at once by products.
--
-- Expected results: by elimination in Python, row by row.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216
def corner [b] (a: [b][b]f32) : *[b][b]f32 =
  loop a = copy a for k < b - 1 do
    loop a for i in k + 1..<b do
      let f = a[i, k] / a[k, k]
      let a = a with [i, k] = f
      in loop a for j in k + 1..<b do a with [i, j] = a[i, j] - f * a[k, j]

-- Solves L X = A for L's unit lower triangle, one column of A.
def forward [b] (l: [b][b]f32) (column: [b]f32) : [b]f32 =
  loop x = copy column for i < b do
    let s = loop s = x[i] for k < i do s - l[i, k] * x[k]
    in x with [i] = s

-- Solves X U = A for one row of A.
def backward [b] (u: [b][b]f32) (row: [b]f32) : [b]f32 =
  loop x = copy row for j < b do
    let s = loop s = x[j] for k < j do s - x[k] * u[k, j]
    in x with [j] = s / u[j, j]

def product [b] (x: [b][b]f32) (y: [b][b]f32) : [b][b]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose y)) x

-- ==
-- entry: main
-- input { 2i64 3i64 }
-- output { [6.2823577f32, 6.239163f32, 1.2080117f32] }
-- input { 1i64 2i64 }
-- output { [2.0296297f32, 2.0514944f32, 1.1741021f32] }
-- notest input { 4i64 16i64 }
-- notest input { 12i64 16i64 }
-- notest input { 64i64 32i64 }
entry main (m: i64) (b: i64) : [3]f32 =
  let n = m * b
  let a =
    tabulate m (\bi ->
                  tabulate m (\bj ->
                                tabulate_2d b b (\i j ->
                                                   let (y, x) = (bi * b + i, bj * b + j)
                                                   in uniform 1 (y * n + x) + (if y == x then f32.i64 n else 0))))
  let lu =
    loop a for k < m do
      let diagonal = corner a[k, k]
      let right = map (\blk -> transpose (map (forward diagonal) (transpose blk))) a[k, k + 1:]
      let below = map (\blk -> map (backward diagonal) blk) a[k + 1:, k]
      let rest = map2 (\rows l -> map2 (\blk u -> map2 (map2 (-)) blk (product l u)) rows right) (a[k + 1:, k + 1:]) below
      let a = a with [k, k] = diagonal
      let a = a with [k, k + 1:] = right
      let a = a with [k + 1:, k] = below
      in a with [k + 1:, k + 1:] = rest
  let trace = f32.sum (tabulate n (\i -> lu[i / b, i / b, i % b, i % b])) / f32.i64 n
  in [trace, lu[m - 1, m - 1, b - 1, b - 1], f32.sum (map f32.abs (flatten (map flatten (map flatten lu)))) / f32.i64 (n * n)]
