-- A flat slice of rows treats the array as flattened. The number of elements may exceed an
-- i64 if none of them is stored; it wrapped, unnoticed. What now finds it: this program, on
-- every backend. An interpreter stores what the backends do not.
-- ==
-- entry: rows
-- input { 4294967296i64 4294967296i64 1i64 } error: is more than an i64 can hold|cannot allocate
-- input { 3i64 6148914691236517206i64 1i64 } error: is more than an i64 can hold|cannot allocate
-- input { 4i64 2i64 1i64 } output { [2i64, 3i64] }
entry rows (n: i64) (m: i64) (i: i64) : [2]i64 =
  let rows = flat_index_1d (map (\x -> map (\y -> x + y) (iota m)) (iota n)) i 2 1
  in map (\row -> row[1]) rows

-- Rows whose own size wraps, and that have no elements.
-- ==
-- entry: empty
-- input { empty([3][4294967296][4294967296][0]i32) } error: is more than an i64 can hold
-- input { empty([3][5][7][0]i32) } output { 5i64 }
entry empty [n] [m] [k] [l] (xs: [n][m][k][l]i32) : i64 =
  length (flat_index_1d xs 0 2 1)[1]
