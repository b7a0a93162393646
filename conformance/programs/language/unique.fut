-- In-place updates: what is consumed, what is copied.
def set [n] (xs: *[n]i32) (i: i64) (v: i32) : *[n]i32 = xs with [i] = v
def bump [n] (xs: *[n]i32) : *[n]i32 = loop xs for i < n do xs with [i] = xs[i] + 1

-- ==
-- entry: kept
-- input { [1i32, 2i32] } output { [1i32, 2i32] [9i32, 2i32] }
entry kept (xs: []i32) = (xs, set (copy xs) 0 9)

-- ==
-- entry: zipped
-- input { [1i32, 2i32] [3i32, 4i32] } output { [7i32, 2i32] [8i32, 4i32] [1i32, 2i32] [3i32, 4i32] }
entry zipped [n] (xs: [n]i32) (ys: [n]i32) =
  let zs = zip xs ys
  let (a, b) = unzip (zs with [0] = (7, 8))
  in (a, b, xs, ys)

-- ==
-- entry: rows
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[2i32, 3i32], [4i32, 5i32]] [[1i32, 2i32], [3i32, 4i32]] }
entry rows (a: [][]i32) = (map (\r -> bump (copy r)) a, a)

-- ==
-- entry: nested
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[1i32, 9i32], [3i32, 4i32]] }
entry nested (a: *[][]i32) = a with [0, 1] = 9

-- ==
-- entry: records
-- input { [1i32, 2i32] } output { [5i32, 2i32] 3i32 }
entry records (xs: *[]i32) =
  let r = {a = xs, k = 3i32}
  let r = r with a = (r.a with [0] = 5)
  in (r.a, r.k)

-- ==
-- entry: carried
-- input { 4i64 } output { [0i64, 1i64, 3i64, 6i64] [4i64, 4i64, 4i64, 4i64] }
entry carried (n: i64) =
  loop (a, b) = (replicate n 0, replicate n 0i64) for i < n do
    let a = if i > 0 then a with [i] = a[i - 1] + i else a
    let b = loop b for j < n do b with [j] = b[j] + 1
    in (a, b)

-- ==
-- entry: branches
-- input { true [1i32, 2i32] } output { [7i32, 2i32] }
-- input { false [1i32, 2i32] } output { [1i32, 2i32] }
entry branches (c: bool) (xs: *[]i32) = if c then xs with [0] = 7 else xs

-- ==
-- entry: tuples
-- input { [1i64, 0i64] } output { [1i32, 2i32] [1.5f32, 2.5f32] }
entry tuples (is: []i64) =
  unzip (scatter (replicate 2 (0i32, 0f32)) is (map (\i -> (i32.i64 i + 1, f32.i64 i + 1.5)) is))

-- A field's sizes may change with its value.
-- ==
-- entry: resized
-- input { 7 } output { [1, 2, 3] 7 }
entry resized (a: i32) =
  let r = {x = a, y = (a, [a])} with y.1 = [1, 2, 3]
  in (r.y.1, r.x)

-- Where a function does not say what its result is, the parts that share memory
-- with nothing may be consumed. Expected: Futhark 0.25.32.
def incremented (x: []i32) = (map (+ 1) x, x)
def incremented_tail (x: []i32) = let y = map (+ 1) x in y[1:]

-- ==
-- entry: inferred_unique
-- input { [1, 2, 3] } output { [9, 3, 4] [1, 2, 3] [7, 4] }
entry inferred_unique (a: []i32) =
  let (b, c) = incremented a
  let b[0] = 9
  let d = incremented_tail a
  let d[0] = 7
  in (b, c, d)

-- Arguments may be evaluated from the right. Results from Futhark 0.25.32.
-- ==
-- entry: rightmost_first
-- input { [5, 6] } output { 51 }

-- ==
-- entry: rightmost_within
-- input { [5, 6] } output { 115 }
def digits (a: []i32) (b: i32) = a[0] + 10 * b
def put (a: *[]i32) (k: i32) : *[]i32 = a with [0] = k
entry rightmost_first (xs: *[]i32) = digits (xs with [0] = 1) xs[0]
entry rightmost_within (xs: *[]i32) = digits (put xs (digits (copy xs with [1] = 9) xs[1])) xs[0]
