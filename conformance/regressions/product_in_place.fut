-- A matrix product that is added in place to a matrix whose sizes are no multiples of a tile's: threads of a GPU take
-- points beyond it, which must not be stored twice.
-- ==
-- input { 70i64 33i64 45i64 } output { 9208i64 }
-- input { 1i64 9i64 1i64 } output { 33i64 }
-- input { 130i64 16i64 261i64 } output { -2431i64 }
def at (i: i64) (j: i64) (k: i64) : i32 = i32.i64 ((i * 31 + j * 17 + k) % 13) - 6

def add [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32) (c: *[n][p]i32) : *[n][p]i32 =
  let sums =
    map2 (\ar cr -> map2 (\x j -> 3 * x + (loop sum = 0 for l < m do sum + ar[l] * b[l, j])) cr (iota p)) a c
  in c with [0:n, 0:p] = sums

entry main (n: i64) (m: i64) (p: i64) : i64 =
  let a = tabulate_2d n m (\i j -> at i j 1)
  let b = tabulate_2d m p (\i j -> at i j 2)
  let c = tabulate_2d n p (\i j -> at i j 3)
  let sums = add a b (add a b c)
  in i64.i32 (i32.sum (map2 (\x k -> x * (i32.i64 (k % 7) + 1)) (flatten sums) (iota (n * p))))
