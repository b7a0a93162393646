-- Arguments are evaluated from right to left, so that those to the right of one that consumes see
-- the earlier value, also through functions that are called later; operands from left to right.
-- Lambdas may return arrays that only they own, which Futhark refuses. The other results are Futhark's.

def up [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 1

-- ==
-- entry: captured
-- input { [5, 2, 3] } output { [6, 4, 6] }
entry captured [n] (xs: *[n]i32) = map2 (+) (xs with [0] = 1) xs

-- ==
-- entry: captured_in_function
-- input { [5, 2, 3] } output { [6, 4, 6] }
def ap2 [n] (ys: [n]i32) (f: i64 -> i32) = map2 (\i y -> f i + y) (iota n) ys
entry captured_in_function [n] (xs: *[n]i32) = ap2 (xs with [0] = 1) (\i -> xs[i])

-- ==
-- entry: mapped
-- input { [5, 2, 3] } output { [6, 4, 6] }
entry mapped [n] (xs: *[n]i32) = map2 (+) (up xs) xs

-- ==
-- entry: joined
-- input { [5, 2, 3] } output { [5, 2, 3, 1, 2, 3] }
entry joined [n] (xs: *[n]i32) = xs ++ up xs

-- ==
-- entry: of_copy
-- input { [5, 2, 3] } output { [10, 3, 4] [1, 2, 3] }
def pair2 (a: [3]i32) (b: *[3]i32) = (map2 (+) a [5, 1, 1], b)
entry of_copy (xs: *[3]i32) = pair2 xs (up (copy xs))

-- ==
-- entry: both_kept
-- input { [5, 2, 3] } output { [5, 2, 3] [1, 2, 3] }
def both [n] (b: *[n]i32) (a: [n]i32) = (copy a, b)
entry both_kept [n] (xs: *[n]i32) = both (up xs) (id xs)

-- ==
-- entry: copied
-- input { [5, 2, 3] } output { [5, 2, 3] }
def g (x: *[]i32) (y: []i32) = x with [0] = y[0]
entry copied (x: *[]i32) = g x (copy x)

-- ==
-- entry: parts
-- input { [5, 2, 3] [7, 8, 9] } output { [7, 2, 3] [7, 8, 9] }
def f39 [n] ((a, b): *([n]i32, [n]i32)) = let a[0] = b[0] in (a, b)
entry parts [n] (x: *[n]i32) (y: *[n]i32) = f39 (x, y)

-- ==
-- entry: fields
-- input { [5, 2, 3] [7, 8, 9] } output { [1, 2, 3] [7, 8, 9] }
def f44 [n] ({a, b}: {a: *[n]i32, b: *[n]i32}) = let a[0] = 1 in (a, b)
entry fields [n] (x: *[n]i32) (y: *[n]i32) = f44 {a = x, b = y}

-- ==
-- entry: through
-- input { [5, 2, 3] } output { [1, 2, 3] }
def f27 't [n] (g: *[n]t -> *[n]t) (xs: *[n]t) : *[n]t = g xs
entry through [n] (xs: *[n]i32) = f27 (\(y: *[n]i32) -> y with [0] = 1) xs

-- ==
-- entry: from_lambda
-- input { [5, 2, 3] } output { [1, 2, 3] [5, 2, 3] }
def f138 (h: i32 -> *[]i32) = let z = h 1 with [0] = 1 in z
entry from_lambda (x: *[]i32) = (f138 (\_ -> copy x), x)

-- ==
-- entry: fresh_each_time
-- input { 2i64 } output { [9, 1] [1, 1] }
def f139 (h: i32 -> *[]i32) =
  let a = h 1
  let b = h 1
  let a[0] = 9 in (a, b)
entry fresh_each_time (x: i64) = f139 (\i -> replicate x i)

-- ==
-- entry: composed
-- input { [5, 2, 3] } output { [1, 4, 3] }
def up2 [n] (xs: *[n]i32) : *[n]i32 = xs with [1] = 4
entry composed [n] (x: *[n]i32) = up2 (up x)

-- ==
-- entry: operator
-- input { [5, 2, 3] } output { [6, 4, 6] }
def (+++) [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
entry operator [n] (xs: *[n]i32) = xs +++ up xs

-- ==
-- entry: in_tuple
-- input { [5, 2, 3] } output { 5 [1, 2, 3] }
def mk (b: *[]i32) (a: i32) = (a, b)
entry in_tuple [n] (xs: *[n]i32) = mk (up xs) (i32.maximum xs)

-- ==
-- entry: later
-- input { [5, 2, 3] } output { [5, 2, 3] [1, 2, 3] }
def delayed [n] (b: *[n]i32) (f: i32 -> [n]i32) = (copy (f 0), b)
entry later [n] (xs: *[n]i32) = delayed (up xs) (\_ -> xs)

-- ==
-- entry: in_record
-- input { [5, 2, 3] } output { [5, 2, 3] [1, 2, 3] }
def delrec [n] (b: *[n]i32) (f: {g: i32 -> [n]i32}) = (copy (f.g 0), b)
entry in_record [n] (xs: *[n]i32) = delrec (up xs) {g = \_ -> xs}
