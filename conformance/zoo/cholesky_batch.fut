-- Cholesky factors of many small symmetric matrices, each by a sequential loop of in-place
-- updates (Golub, Van Loan 1983, section 4.2).
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def cholesky [n] (a: [n][n]f32) : [n][n]f32 =
  loop l = copy a for j < n do
    let l = l with [j, j] = f32.sqrt (l[j, j] - (loop s = 0 for k < j do s + l[j, k] * l[j, k]))
    in loop l for i in map (+ (j + 1)) (iota (n - j - 1)) do
         l with [i, j] = (l[i, j] - (loop s = 0 for k < j do s + l[i, k] * l[j, k])) / l[j, j]

-- ==
-- entry: main
-- input { 2i64 4i64 }
-- output { [8.331805f32, 1.0987651f32, 1.2568375f32] }
-- input { 3i64 1i64 }
-- output { [1.0045131f32, 0.0f32, 0.0f32] }
-- notest input { 50i64 8i64 }
-- notest input { 50000i64 16i64 }
entry main (b: i64) (n: i64) : [3]f32 =
  let matrix s = tabulate_2d n n (\i j -> uniform (u32.i64 s) (i64.min i j * n + i64.max i j) + (if i == j then f32.i64 n else 0))
  let ls = map (\s -> cholesky (matrix s)) (iota b)
  let diagonals = map (\l -> f32.sum (map (\i -> l[i, i]) (iota n))) ls
  let below = map (\l -> f32.sum (flatten (tabulate_2d n n (\i j -> if j < i then l[i, j] else 0)))) ls
  in [f32.sum diagonals / f32.i64 b, f32.sum below / f32.i64 b, f32.maximum below]
