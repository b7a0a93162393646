-- The product of two sizes wrapped and was taken for the size of the flattened array:
-- 2^32 * 2^32 = 2^64 gave 0, 2^31 * 2^32 = 2^63 a negative size. What now finds it: this
-- program, on every backend. An array with a size of 0 has no elements, whatever its other
-- sizes; if only the size of an array is used, none of its elements is stored.
-- ==
-- entry: argument
-- input { empty([4294967296][4294967296][0]i32) } error: is more than an i64 can hold
-- input { empty([2147483648][4294967296][0]i32) } error: is more than an i64 can hold
-- input { empty([3][6148914691236517206][0]i32) } error: is more than an i64 can hold
-- input { empty([2147483648][2147483648][0]i32) } output { 4611686018427387904i64 }
-- input { empty([0][4294967296][3]i32) } output { 0i64 }
entry argument [n] [m] [k] (xs: [n][m][k]i32) : i64 = length (flatten xs)

-- The product of three sizes: that of two may fit.
-- ==
-- entry: three
-- input { empty([4294967296][1073741824][4][0]i32) } error: is more than an i64 can hold
-- input { empty([4294967296][1073741824][1][0]i32) } output { 4611686018427387904i64 }
entry three [n] [m] [k] [l] (xs: [n][m][k][l]i32) : i64 = length (flatten_3d xs)

-- No row is flattened, but the size of the rows is the result.
-- ==
-- entry: rows
-- input { empty([0][4294967296][4294967296][0]i32) } error: is more than an i64 can hold
-- input { empty([0][5][7][0]i32) } output { 35i64 }
entry rows [n] [m] [k] [l] (xs: [l][n][m][k]i32) : i64 = length (transpose (map flatten xs))

-- Made in the program, and stored nowhere.
-- ==
-- entry: made
-- input { 3i64 6148914691236517206i64 0i64 } error: is more than an i64 can hold
-- input { 5i64 7i64 0i64 } output { 35i64 }
-- input { 5i64 7i64 2i64 } output { 35i64 }
entry made (n: i64) (m: i64) (k: i64) : i64 =
  length (flatten (transpose (replicate m (replicate n (replicate k 1i32)))))

-- A flattening that is not reached does not fail.
-- ==
-- entry: unreached
-- input { empty([4294967296][4294967296][0]i32) false } output { 4294967296i64 }
-- input { empty([4294967296][4294967296][0]i32) true } error: is more than an i64 can hold
entry unreached [n] [m] [k] (xs: [n][m][k]i32) (c: bool) : i64 =
  if c then length (flatten xs) else length xs
