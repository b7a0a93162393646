-- Checks that must still fire, and those that cannot: indices made by loops,
-- tabulations, ranges, remainders, sums.
-- ==
-- entry: above
-- input { [1i32, 2i32, 3i32] } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { empty([0]i32) } output { empty([0]i32) }
entry above [n] (xs: [n]i32) : [n]i32 = tabulate n (\i -> xs[i + 1])

-- ==
-- entry: below
-- input { [1i32, 2i32] } error: Index \[-1\] out of bounds for array of shape \[2\]
entry below [n] (xs: [n]i32) : [n]i32 = tabulate n (\i -> xs[i - 1])

-- ==
-- entry: wrapped
-- input { [1i32, 2i32, 3i32] -4i64 } output { [3i32, 1i32, 2i32] }
-- input { [1i32, 2i32, 3i32] 5i64 } output { [3i32, 1i32, 2i32] }
entry wrapped [n] (xs: [n]i32) (k: i64) : [n]i32 = tabulate n (\i -> xs[(i + k) % n])

-- ==
-- entry: truncated
-- input { [1i32, 2i32, 3i32] -4i64 } error: Index \[-1\] out of bounds
-- input { [1i32, 2i32, 3i32] 4i64 } output { 2i32 }
entry truncated [n] (xs: [n]i32) (k: i64) : i32 = xs[k %% n]

-- ==
-- entry: remainder
-- input { [1i32, 2i32, 3i32] 4i64 -3i64 } error: Index \[-2\] out of bounds
-- input { [1i32, 2i32, 3i32] 4i64 0i64 } error: division by zero
-- input { [1i32, 2i32, 3i32] 8i64 4i64 } output { 1i32 }
-- input { [1i32, 2i32, 3i32] 7i64 4i64 } error: Index \[3\] out of bounds
entry remainder [n] (xs: [n]i32) (i: i64) (k: i64) : i32 = xs[i % k]

-- ==
-- entry: other
-- input { [1i32, 2i32] [5i32, 6i32, 7i32] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [1i32, 2i32, 3i32] [5i32, 6i32] } output { [6i32, 8i32] }
entry other [n] [m] (xs: [n]i32) (ys: [m]i32) : [m]i32 = tabulate m (\i -> xs[i] + ys[i])

-- ==
-- entry: clamped
-- input { [1i32, 2i32, 3i32] 7i64 } output { 3i32 }
-- input { [1i32, 2i32, 3i32] -7i64 } output { 1i32 }
-- input { empty([0]i32) 1i64 } error: out of bounds for array of shape \[0\]
entry clamped [n] (xs: [n]i32) (i: i64) : i32 = xs[i64.max 0 (i64.min (n - 1) i)]

-- ==
-- entry: triangle
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { 8i32 }
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] } error: Index \[2, 2\] out of bounds for array of shape \[3\]\[2\]
entry triangle [n] [m] (a: [n][m]i32) : i32 =
  loop s = 0 for i < n do loop s for j < i + 1 do s + a[i, j]

-- ==
-- entry: descending
-- input { 3i64 [1i32, 2i32, 3i32, 4i32] } output { 432i32 }
-- input { 4i64 [1i32, 2i32, 3i32, 4i32] } error: Index \[4\] out of bounds
entry descending [n] (k: i64) (xs: [n]i32) : i32 =
  loop s = 0 for i in k..k - 1..>0 do s * 10 + xs[i]

-- ==
-- entry: small
-- input { [1i32, 2i32, 3i32] 3i32 } output { 6i32 }
-- input { [1i32, 2i32, 3i32] 4i32 } error: Index \[3\] out of bounds
entry small [n] (xs: [n]i32) (k: i32) : i32 = loop s = 0 for i < k do s + xs[i]

-- ==
-- entry: far
-- input { [1i32, 2i32, 3i32] 9223372036854775807i64 } error: out of bounds
-- input { [1i32, 2i32, 3i32] -9223372036854775808i64 } error: out of bounds
entry far [n] (xs: [n]i32) (i: i64) : []i32 = xs[i:i + 2]

-- ==
-- entry: steps
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] 1i64 5i64 2i64 } output { [1i32, 3i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] 4i64 0i64 -3i64 } output { [4i32, 1i32] }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] 1i64 5i64 0i64 } error: Index \[1:5:0\] out of bounds
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] 2i64 2i64 -1i64 } output { empty([0]i32) }
-- input { [0i32, 1i32, 2i32, 3i32, 4i32] 1i64 3i64 -1i64 } error: Index \[1:3:-1\] out of bounds
entry steps (xs: []i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]

-- ==
-- entry: windows
-- input { [1i32, 2i32, 3i32, 4i32] 2i64 } output { [3i32, 5i32, 7i32] }
-- input { [1i32, 2i32] 5i64 } error: .
entry windows [n] (xs: [n]i32) (k: i64) =
  map (\i -> i32.sum xs[i:i + k]) (iota (n - k + 1))

-- Sizes that are known to differ are an error when the program runs.
-- ==
-- entry: known_to_differ
-- input { [1, 2, 3] } error: cannot match shape of type "\[4\]i32"
entry known_to_differ (xs: [3]i32) = xs :> [4]i32

-- ==
-- entry: too_long
-- input { [1, 2, 3] } error: Shape \[2\] of slice does not match shape \[3\] of value
entry too_long (xs: *[]i32) = xs with [0:2] = [1, 2, 3]

-- ==
-- entry: negative_replicate
-- input { -1i64 } error: Range 0..1..<-1 is invalid
-- input { 2i64 } output { [3, 3] }
entry negative_replicate (n: i64) = replicate n 3i32
