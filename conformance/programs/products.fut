-- Matrix products of sizes that are multiples of nothing: a device with work-groups loads
-- tiles of rows and columns into shared memory. The numbers are small integers, so that
-- sums are exact in any order, and the expected results are given by a formula. With
-- random numbers the order of the sums matters
-- (docs/semantics.md).

-- | Multiplying by this permutation matrix moves column j to column (5j + 3) mod n, where
-- n and 5 have no common divisor.
def permutation (n: i64) : [n][n]f32 =
  map (\k -> map (\j -> if j == (5 * k + 3) % n then 1 else 0) (iota n)) (iota n)

def number (i: i64) (j: i64) : i64 = (i * 31 + j * 17) % 101 - 50

def matrix (n: i64) (m: i64) : [n][m]f32 = map (\i -> map (\j -> f32.i64 (number i j)) (iota m)) (iota n)

def product [n] [m] [k] (a: [n][m]f32) (b: [m][k]f32) : [n][k]f32 =
  map (\row -> map (\column -> f32.sum (map2 (*) row column)) (transpose b)) a

-- ==
-- entry: moved
-- compiled input { 300i64 171i64 } output { true }
-- compiled input { 70i64 1033i64 } output { true }
-- compiled input { 1000i64 33i64 } output { true }
-- input { 3i64 12i64 } output { true }
entry moved (n: i64) (m: i64) : bool =
  let c = product (matrix n m) (permutation m)
  in and (map (\i -> and (map (\j -> c[i, (5 * j + 3) % m] == f32.i64 (number i j)) (iota m))) (iota n))

-- Columns of the left matrix and rows of the right one.
-- ==
-- entry: turned
-- input { 9i64 12i64 } output { true }
-- compiled input { 171i64 201i64 } output { true }
entry turned (n: i64) (m: i64) : bool =
  let a = permutation m
  let b = matrix n m
  let c = map (\row -> map (\column -> f32.sum (map2 (*) row column)) b) (transpose a)
  in and (map (\i -> and (map (\j -> c[(5 * i + 3) % m, j] == f32.i64 (number j i)) (iota n))) (iota m))

-- Three dimensions, of which the first two are rows; i64 with elements of 8 bits.
-- ==
-- entry: squares
-- input { 2i64 3i64 4i64 5i64 } output { true }
-- compiled input { 5i64 67i64 40i64 130i64 } output { true }
entry squares (q: i64) (n: i64) (m: i64) (k: i64) : bool =
  let a = tabulate_3d q n m (\h i j -> i8.i64 ((h + 2 * i + 3 * j) % 7))
  let b = tabulate_3d q m k (\h i j -> (h + i + j) % 5)
  let c = map2 (\x y -> map (\row -> map (\column -> i64.sum (map2 (\u v -> i64.i8 u * v) row column)) (transpose y)) x) a b
  let at (h: i64) (i: i64) (j: i64) : i64 =
    loop s = 0 for l < m do s + ((h + 2 * i + 3 * l) % 7) * ((h + l + j) % 5)
  in and (map (\h -> and (map (\i -> and (map (\j -> c[h, i, j] == at h i j) (iota k))) (iota n))) (iota q))

-- The order of the sums: chunks of 1024 from left to right, then the chunks' sums. Numbers
-- differ in size, so that another order rounds otherwise.
-- ==
-- entry: bits
-- math: reproducible
-- input { 3i64 7i64 4i64 } output { true }
-- compiled input { 200i64 100i64 170i64 } output { true }
-- compiled input { 129i64 2050i64 257i64 } output { true }
-- compiled input { 256i64 32i64 256i64 } output { true }
-- compiled input { 256i64 65i64 256i64 } output { true }
entry bits (n: i64) (m: i64) (k: i64) : bool =
  let fraction (i: i64) (j: i64) : f32 = f32.i64 ((i * 7919 + j * 104729 + i * j * 31) % 9973) / f32.i64 (1 + (i + j) % 97)
  let a = tabulate_2d n m fraction
  let b = tabulate_2d m k (\i j -> fraction (i + 5) j - 100)
  let c = product a b
  let at (i: i64) (j: i64) : f32 =
    let chunk (first: i64) : f32 =
      loop s = 0 for l < i64.min 1024 (m - first) do s + a[i, first + l] * b[first + l, j]
    in loop s = chunk 0 for q < (m - 1) / 1024 do s + chunk (1024 * (q + 1))
  in and (map (\i -> and (map (\j -> c[i, j] == at i j) (iota k))) (iota n))
