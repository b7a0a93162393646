-- Arrays with more elements than an i64 can count: their parts do not fit into memory,
-- and building them in place must still report that.

-- ==
-- entry: joined
-- input { 5i64 } output { 26i64 }
-- input { 4611686018427387904i64 } error: bytes
-- input { 9223372036854775807i64 } error: bytes
entry joined (n: i64) : i64 =
  let c = iota n ++ replicate n 5
  in c[n / 2] + c[n] + i64.sum (take 4 c) + i64.sum (drop n c) - 7 - c[2 * n - 1]

-- A table of 2^64 numbers, and of 6 more, seen as a line of none, and of 6.
-- ==
-- entry: flattened
-- input { 3i64 4i64 } output { 2102i64 }
-- input { 4294967296i64 4294967296i64 } error: bytes
-- input { 6148914691236517206i64 3i64 } error: bytes
entry flattened (n: i64) (m: i64) : i64 =
  let ys = replicate 100 100
  let ys[0:n * m] = flatten (tabulate_2d n m (\i j -> i * 1000 + j))
  in ys[n * m - 2] + ys[99]

-- ==
-- entry: turned
-- input { 3i64 4i64 } output { 2003i64 }
-- input { 4294967296i64 4294967296i64 } error: bytes
entry turned (n: i64) (m: i64) : i64 =
  let t = copy (transpose (tabulate_2d n m (\i j -> i * 1000 + j)))
  let t[0, 0] = 0
  in t[m - 1, n - 1]
