-- Arrays: making, indexing, slicing, updating, joining.
-- ==
-- entry: slices
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] }
-- output { [1i32, 2i32] [4i32, 3i32, 2i32, 1i32, 0i32] [0i32, 2i32, 4i32] [3i32, 4i32] [0i32, 1i32] [4i32, 2i32] }
entry slices (xs: []i32) = (xs[1:3], xs[::-1], xs[::2], xs[3:], xs[:2], xs[4:0:-2])

-- ==
-- entry: index
-- input { [5i32, 6i32, 7i32] 1i64 } output { 6i32 }
-- input { [5i32, 6i32, 7i32] 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [5i32, 6i32, 7i32] -1i64 } error: Index \[-1\] out of bounds
entry index (xs: []i32) (i: i64) = xs[i]

-- ==
-- entry: slice
-- input { [5i32, 6i32, 7i32] 1i64 2i64 } output { [6i32] }
-- input { [5i32, 6i32, 7i32] 3i64 3i64 } output { empty([0]i32) }
-- input { [5i32, 6i32, 7i32] 2i64 1i64 } error: Index \[2:1\] out of bounds for array of shape \[3\]
-- input { [5i32, 6i32, 7i32] 1i64 4i64 } error: Index \[1:4\] out of bounds for array of shape \[3\]
entry slice (xs: []i32) (i: i64) (j: i64) = xs[i:j]

-- ==
-- entry: updates
-- input { [0i32, 0i32, 0i32, 0i32] } output { [0i32, 9i32, 7i32, 8i32] }
entry updates (xs: *[]i32) =
  let xs[1] = 9
  let xs[2:4] = [7, 8]
  in xs

-- ==
-- entry: rows
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[1i32, 2i32], [1i32, 2i32]] [1i32, 3i32] 3i32 }
entry rows (a: [][]i32) =
  let row = a[0]
  let column = a[:, 0]
  in (copy a with [1] = row, column, a[1, 0])

-- ==
-- entry: joined
-- input { [1i32, 2i32] [3i32] } output { [1i32, 2i32, 3i32] [3i32, 1i32, 2i32] [2i32, 1i32] [2i32, 1i32] }
entry joined (xs: []i32) (ys: []i32) = (xs ++ ys, concat ys xs, reverse xs, rotate 1 xs)

-- ==
-- entry: shapes
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
entry shapes (a: [][]i32) = (transpose a, flatten a)

-- ==
-- entry: ranges
-- input { } output { [1i32, 2i32, 3i32] [0i32, 1i32, 2i32] [3i32, 2i32, 1i32] [1i32, 3i32, 5i32] [5i32, 3i32] }
entry ranges = (1i32...3, 0i32..<3, 3i32..>0, 1i32..3...6, 5i32..3..>1)

-- ==
-- entry: range
-- input { 1i32 0i32 } error: Range 1\.\.\.0 is invalid
-- input { 1i32 1i32 } output { [1i32] }
entry range (a: i32) (b: i32) = a...b

-- ==
-- entry: parts
-- input { [1i32, 2i32, 3i32] } output { 1i32 3i32 [2i32, 3i32] [1i32, 2i32] [1i32] [2i32, 3i32] 3i64 false }
entry parts (xs: []i32) =
  (head xs, last xs, tail xs, init xs, take 1 xs, drop 1 xs, length xs, null xs)

-- ==
-- entry: equal
-- input { [1i32, 2i32] [1i32, 2i32] } output { true false }
-- input { [1i32, 2i32] [1i32, 3i32] } output { false true }
entry equal (xs: []i32) (ys: []i32) = (xs == ys, xs != ys)

-- ==
-- entry: text
-- input { } output { [104u8, 105u8] }
entry text = "hi"

-- ==
-- entry: sizes
-- input { 3i64 } output { [0i64, 1i64, 2i64] [7i32, 7i32, 7i32] }
-- input { -1i64 } error: Range 0\.\.1\.\.<-1 is invalid
entry sizes (n: i64) = (iota n, replicate n 7i32)

-- ==
-- entry: coerced
-- input { [1i32, 2i32] 2i64 } output { [1i32, 2i32] }
-- input { [1i32, 2i32] 3i64 } error: shape \[2\] cannot match shape of type "\[3\]i32"
entry coerced (xs: []i32) (n: i64) = xs :> [n]i32
