-- Programs that fail between making an array and writing it to its place, or while they
-- write: the first error is reported, as if nothing were built in place, and arrays
-- that the caller keeps stay as they were.

-- The update is out of bounds, and so is a read for its value, which comes first.
-- ==
-- entry: value_first
-- input { [1i64, 2i64, 3i64, 4i64] 1i64 2i64 } output { [1i64, 3i64, 4i64, 4i64] }
-- input { [1i64, 2i64, 3i64, 4i64] 1i64 3i64 } error: Index \[4\]
-- input { [1i64, 2i64, 3i64, 4i64] 3i64 2i64 } error: out of bounds
-- input { [1i64, 2i64, 3i64, 4i64] 3i64 3i64 } error: Index \[4\]
entry value_first [n] (xs: *[n]i64) (at: i64) (from: i64) : [n]i64 =
  let new = map (\i -> xs[from + i - (if from == 2 then 0 else 0)]) (iota 2)
  let xs[at:at + 2] = new
  in xs

-- An assertion between the array and its place.
-- ==
-- entry: asserted
-- input { [5i64, 6i64, 7i64] 0i64 } output { [10i64, 12i64, 7i64] }
-- input { [5i64, 6i64, 7i64] 2i64 } error: out of bounds
-- input { [0i64, 6i64, 7i64] 2i64 } error: Assertion
entry asserted [n] (xs: *[n]i64) (at: i64) : [n]i64 =
  let new = map (* 2) (take 2 xs)
  let ok = assert (new[0] != 0) 1
  let xs[at:at + 2] = map (* ok) new
  in xs

-- The third iteration of a loop fails, after two that wrote in place.
-- ==
-- entry: third_iteration
-- input { [1i64, 2i64, 3i64] [0i64, 1i64] } output { [3i64, 3i64, 3i64] [1i64, 2i64, 3i64] }
-- input { [1i64, 2i64, 3i64] [0i64, 1i64, 3i64, 7i64] } error: Index \[3\]
entry third_iteration [n] [m] (xs: [n]i64) (is: [m]i64) : ([n]i64, [n]i64) =
  let ys =
    loop ys = copy xs for k < m do
      let i = is[k]
      in ys with [i] = ys[i] + ys[(i + 1) % n] - (if i == 1 then 2 else 0)
  in (ys, xs)

-- One branch writes and the other fails.
-- ==
-- entry: branches
-- input { [1i64, 2i64, 3i64, 4i64] true } output { [0i64, 1i64, 3i64, 4i64] [1i64, 2i64, 3i64, 4i64] }
-- input { [1i64, 2i64, 3i64, 4i64] false } error: Index \[9\]
entry branches [n] (xs: [n]i64) (c: bool) : ([n]i64, [n]i64) =
  let ys = copy xs
  let part = if c then iota 2 else map (\i -> xs[i + 9]) (iota 2)
  let ys[0:2] = part
  in (ys, xs)

-- Rows that are built in place, one of which fails.
-- ==
-- entry: rows
-- input { [[1i64, 2i64], [3i64, 4i64]] [1i64, 1i64] } output { [[2i64, 1i64], [4i64, 3i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64]] [1i64, 2i64] } error: Index \[2\]
entry rows [n] [m] (xss: [n][m]i64) (ks: [n]i64) : [n][m]i64 =
  map2 (\row k -> loop out = copy row for j < m do out with [j] = row[k - j]) xss ks

-- A division by zero in a part of a concatenation; the earlier parts are complete.
-- ==
-- entry: joined
-- input { [6i64, 8i64] 2i64 } output { [6i64, 8i64, 3i64, 4i64, 0i64, 1i64] }
-- input { [6i64, 8i64] 0i64 } error: zero
entry joined [n] (xs: [n]i64) (d: i64) : []i64 =
  map (+ 0) xs ++ map (/ d) xs ++ iota n

-- What is given up is written; what is kept is not, though the result looks like it.
-- ==
-- entry: kept
-- input { [1i64, 2i64, 3i64] } output { [2i64, 3i64, 4i64] [4i64, 6i64, 8i64] [1i64, 2i64, 3i64] }
entry kept [n] (xs: [n]i64) : ([n]i64, [n]i64, [n]i64) =
  let ys = map (+ 1) xs
  let zs = map (* 2) ys
  in (ys, zs, xs)

-- A while loop that fails when its array is half written.
-- ==
-- entry: until
-- input { [3i64, 0i64, 2i64] 2i64 } output { [3i64, -1i64, -1i64] }
-- input { [3i64, 0i64, 2i64] 0i64 } error: Index \[3\]
entry until [n] (next: [n]i64) (start: i64) : [n]i64 =
  let (out, _, _) =
    loop (out, i, left) = (copy next, start, 2) while left > 0 do
      let j = next[i] - (if start == 2 && left == 1 then 1 else 0)
      in (out with [i] = -1, if start == 2 then 1 else j, left - 1)
  in out

-- A value guarded by a user's assertion is written in place, but not before the assertion
-- holds: its condition may come from a loop, an if, or all elements of an array.
-- ==
-- entry: from_loop from_if from_array
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [10i32, 20i32] 2i64 1i64 }
-- output { [1i32, 2i32, 11i32, 21i32, 5i32, 6i32] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [10i32, 20i32] 1000000000i64 1i64 }
-- error: Assertion is false
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [10i32, 20i32] -5i64 1i64 }
-- error: Assertion is false
entry from_loop [n] [m] (xs: *[n]i32) (vs: [m]i32) (i: i64) (k: i64) : *[n]i32 =
  let ok = loop ok = true for j < k do ok && i >= 0 && i + m <= n - j
  let ys = map (+ 1) vs
  in assert ok (#[unsafe] (xs with [i:i + m] = ys))

entry from_if [n] [m] (xs: *[n]i32) (vs: [m]i32) (i: i64) (k: i64) : *[n]i32 =
  let ok = if k > 7 then assert (k < 100) (i >= 0 && i + m <= n) else i >= 1 && i + m <= n
  let ys = map (+ 1) vs
  in assert ok (#[unsafe] (xs with [i:i + m] = ys))

entry from_array [n] [m] (xs: *[n]i32) (vs: [m]i32) (i: i64) (k: i64) : *[n]i32 =
  let ok = all (\at -> at >= 0 && at + m <= n) (map (+ i) (iota k))
  let ys = map (+ 1) vs
  in assert ok (#[unsafe] (xs with [i:i + m] = ys))
