-- LU decomposition without pivoting, by blocks of 16 × 16.
--
-- The result holds both factors: U on and above the diagonal, L below it (its
-- diagonal is all ones and is not stored). n must be a multiple of 16.
--
-- Input and output of the tests are the published data sets of the LUD
-- benchmark (Rodinia; futhark-benchmarks), see data/README.md.
-- ==
-- entry: main
-- input @ data/lud-16.in
-- output @ data/lud-16.out
-- allocs: 2 copies: 1 peak: 3072
-- input @ data/lud-64.in
-- output @ data/lud-64.out
-- allocs: 2 copies: 16 peak: 49152
-- input @ data/lud-256.in
-- output @ data/lud-256.out
-- allocs: 2 copies: 256 peak: 786480

def b : i64 = 16

type block = [b][b]f32

-- | The LU decomposition of one block, in place.
def decompose (a: *block) : *block =
  loop a for k < b do
    loop a for i in k + 1..<b do
      let a[i, k] = a[i, k] / a[k, k]
      in loop a for j in k + 1..<b do
           a with [i, j] = a[i, j] - a[i, k] * a[k, j]

-- | The columns of the block u with L · u = a, L being the lower factor in d.
def solve_columns (d: block) (a: block) : block =
  map (\column ->
         loop u = copy column for i in 1..<b do
           loop u for k < i do
             u with [i] = u[i] - d[i, k] * u[k])
      (transpose a)

-- | The rows of the block l with l · U = a, U being the upper factor in d.
def solve_rows (d: block) (a: block) : block =
  map (\row ->
         loop l = copy row for j < b do
           let sum = loop sum = l[j] for k < j do sum - l[k] * d[k, j]
           in l with [j] = sum / d[j, j])
      a

-- | a - l · u.
def subtract_product (l: block) (u: block) (a: block) : block =
  map2 (\l_row a_row ->
          map2 (\u_column x -> x - f32.sum (map2 (*) l_row u_column)) (transpose u) a_row)
       l a

-- | The decomposition of a matrix of q × q blocks: each step decomposes the
-- block on the diagonal, then the blocks to its right and below it, and takes
-- their products from the blocks that remain.
def decompose_blocks [q] (m: *[q][q]block) : *[q][q]block =
  loop m for k < q do
    let rest = q - k - 1
    let diagonal = decompose (copy m[k, k])
    let row = map transpose (map (solve_columns diagonal) (m[k, k + 1:] :> [rest]block))
    let column = map (solve_rows diagonal) (m[k + 1:, k] :> [rest]block)
    let interior =
      map2 (\l as -> map2 (subtract_product l) row as)
           column
           (m[k + 1:, k + 1:] :> [rest][rest]block)
    let m[k, k] = diagonal
    let m[k, k + 1:] = row
    let m[k + 1:, k] = column
    let m[k + 1:, k + 1:] = interior
    in m

def to_blocks [n] (q: i64) (a: [n][n]f32) : *[q][q]block =
  tabulate_2d q q (\i j -> a[i * b:i * b + b, j * b:j * b + b] :> block)

def from_blocks [q] (n: i64) (m: [q][q]block) : *[n][n]f32 =
  tabulate_2d n n (\y x -> m[y / b, x / b, y % b, x % b])

entry main [n] (a: [n][n]f32) : [n][n]f32 =
  let q = n / b
  let a = assert (q * b == n) a
  in from_blocks n (decompose_blocks (to_blocks q a))
