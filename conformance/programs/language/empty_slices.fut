-- Slices of no elements, which may be anywhere, also outside of the array; those with
-- elements may not. Expected results: Futhark 0.25.32.

-- ==
-- entry: plain
-- input { [1, 2, 3] 0i64 0i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 3i64 3i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 4i64 4i64 } output { empty([0]i32) }
-- input { [1, 2, 3] -1i64 -1i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 9223372036854775807i64 9223372036854775807i64 } output { empty([0]i32) }
-- input { empty([0]i32) 5i64 5i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 1i64 3i64 } output { [2, 3] }
-- input { [1, 2, 3] 4i64 3i64 } error: Index \[4:3\] out of bounds for array of shape \[3\]
-- input { [1, 2, 3] 2i64 1i64 } error: Index \[2:1\] out of bounds for array of shape \[3\]
-- input { [1, 2, 3] -1i64 2i64 } error: Index \[-1:2\] out of bounds for array of shape \[3\]
-- input { [1, 2, 3] 0i64 4i64 } error: Index \[0:4\] out of bounds for array of shape \[3\]
-- input { [1, 2, 3] -9223372036854775808i64 9223372036854775807i64 } error: out of bounds for array of shape \[3\]
entry plain (xs: []i32) (i: i64) (j: i64) = xs[i:j]

-- ==
-- entry: strided
-- input { [1, 2, 3] 4i64 4i64 2i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 4i64 4i64 -1i64 } output { empty([0]i32) }
-- input { [1, 2, 3] -2i64 -2i64 -1i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 0i64 3i64 100i64 } output { [1] }
-- input { [1, 2, 3] 0i64 3i64 3i64 } output { [1] }
-- input { [1, 2, 3] 2i64 -1i64 -2i64 } output { [3, 1] }
-- input { [1, 2, 3] 4i64 4i64 0i64 } error: out of bounds
-- input { [1, 2, 3] 0i64 5i64 2i64 } error: Index \[0:5:2\] out of bounds for array of shape \[3\]
entry strided (xs: []i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]

-- The longest steps there are: Futhark's interpreter says the same of the first; the
-- others are by the definition of slices.
-- ==
-- entry: long_steps
-- input { [1, 2, 3] 0i64 3i64 9223372036854775807i64 } output { [1] }
-- input { [1, 2, 3] 2i64 -1i64 -9223372036854775807i64 } output { [3] }
-- input { [1, 2, 3] 2i64 -1i64 -9223372036854775808i64 } output { [3] }
entry long_steps (xs: []i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]

-- ==
-- entry: two_dimensions
-- input { [[1, 2, 3], [4, 5, 6]] 9i64 9i64 0i64 3i64 } output { empty([0][3]i32) }
-- input { [[1, 2, 3], [4, 5, 6]] 0i64 2i64 -9i64 -9i64 } output { empty([2][0]i32) }
-- input { [[1, 2, 3], [4, 5, 6]] 9i64 9i64 8i64 8i64 } output { empty([0][0]i32) }
-- input { [[1, 2, 3], [4, 5, 6]] 9i64 9i64 0i64 4i64 } error: Index \[9:9, 0:4\] out of bounds for array of shape \[2\]\[3\]
entry two_dimensions (xs: [][]i32) (i: i64) (j: i64) (k: i64) (l: i64) = xs[i:j, k:l]

-- ==
-- entry: row
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 9i64 9i64 } output { empty([0]i32) }
-- input { [[1, 2, 3], [4, 5, 6]] 9i64 9i64 9i64 } error: Index \[9, 9:9\] out of bounds for array of shape \[2\]\[3\]
entry row (xs: [][]i32) (k: i64) (i: i64) (j: i64) = xs[k, i:j]

-- ==
-- entry: updated
-- input { [1, 2, 3] 9i64 9i64 empty([0]i32) } output { [1, 2, 3] }
-- input { [1, 2, 3] -1i64 -1i64 empty([0]i32) } output { [1, 2, 3] }
-- input { [1, 2, 3] 1i64 3i64 [8, 9] } output { [1, 8, 9] }
-- input { [1, 2, 3] 2i64 4i64 [8, 9] } error: Index \[2:4\] out of bounds for array of shape \[3\]
entry updated (xs: []i32) (i: i64) (j: i64) (vs: []i32) = copy xs with [i:j] = sized (j - i) vs

-- ==
-- entry: updated_row
-- input { [[1, 2, 3], [4, 5, 6]] 0i64 9i64 9i64 empty([0]i32) } output { [[1, 2, 3], [4, 5, 6]] }
-- input { [[1, 2, 3], [4, 5, 6]] 9i64 9i64 9i64 empty([0]i32) } error: Index \[9, 9:9\] out of bounds
entry updated_row (xs: [][]i32) (k: i64) (i: i64) (j: i64) (vs: []i32) =
  copy xs with [k, i:j] = sized (j - i) vs

-- ==
-- entry: used
-- input { [1, 2, 3] 9i64 } output { [1] 0 0i64 empty([0]i32) empty([0]i32) }
-- input { [1, 2, 3] -9i64 } output { [1] 0 0i64 empty([0]i32) empty([0]i32) }
entry used (xs: []i32) (i: i64) =
  let ys = map (* 2) xs[i:i]
  in (ys ++ [1], i32.sum xs[i:i], length xs[i:i], xs[i:i][0:0], xs[i:i][7:7])

-- ==
-- entry: segments
-- input { [1, 2, 3] [9i64, 0i64, 3i64, 4i64] [9i64, 2i64, 3i64, 4i64] } output { [0, 3, 0, 0] }
-- input { [1, 2, 3] [9i64, 0i64] [9i64, 4i64] } error: Index \[0:4\] out of bounds
entry segments (xs: []i32) (from: []i64) (to: []i64) =
  map2 (\i j -> i32.sum xs[i:j]) from to

-- ==
-- entry: looped
-- input { [1, 2, 3] 0i64 10i64 } output { 10 }
entry looped (xs: []i32) (i: i64) (n: i64) =
  loop acc = 0 for k < n do acc + i32.sum xs[i + k:i + k] + 1

-- Writes the blocks of a list one after the other; empty ones may start at its end.
-- ==
-- entry: packed
-- input { [1, 2, 3, 4] [2i64, 7i64, 0i64] [3i64, 7i64, 2i64] } output { [3, 1, 2] }
entry packed (xs: []i32) (from: []i64) (to: []i64) =
  let n = i64.sum (map2 (-) to from)
  in (loop (out, at) = (replicate n 0, 0) for (i, j) in zip from to do
        let out[at:at + (j - i)] = xs[i:j]
        in (out, at + (j - i))).0

-- ==
-- entry: counted_down
-- input { 1i64 } error: Range 10..9..<0 is invalid
entry counted_down (_: i64) = (10..9..<0)

-- ==
-- entry: long_ranges
-- input { 9223372036854775807i64 } output { [0i64] [4i64] }
entry long_ranges (s: i64) = (0..s..<5, 4..4 - s..>0)
