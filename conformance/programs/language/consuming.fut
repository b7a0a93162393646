-- What is consumed: through tuples, branches, loops and functions. Expected results: Futhark 0.25.32.

-- ==
-- entry: swapped
-- input { 2i64 [1,2,3] }
-- output { [0, 2, 3] [1, 0, 0] }
entry swapped (n: i64) (xs: *[]i32) =
  let (xs, ys) =
    loop (xs: *[]i32, ys: *[]i32) = (xs, replicate 3 0) for i < n do
      let t = xs[i]
      in (ys with [0] = t, xs with [i] = 0)
  in (xs, ys)

-- ==
-- entry: carried
-- input { [1] }
-- output { [4] [1, 2, 3] }
entry carried (xs: *[]i32) = loop (xs, ys: []i32) = (xs, []) for i < 3i64 do let t = xs[0] in (xs with [0] = t + 1, ys ++ [t])

-- ==
-- entry: branches
-- input { true [1] [2] }
-- output { [9] }
-- input { false [1] [2] }
-- output { [9] }
entry branches (c: bool) (xs: *[]i32) (ys: *[]i32) = let zs = if c then xs else ys in zs with [0] = 9

def upd_functions 't [n] (xs: *[n]t) (i: i64) (f: t -> t) : *[n]t = let v = f (copy xs[i]) in xs with [i] = v
-- ==
-- entry: functions
-- input { [1] [[1,2]] }
-- output { [2] [[2, 3]] }
entry functions (xs: *[]i32) (a: *[][]i32) = (upd_functions xs 0 (+ 1), upd_functions a 0 (map (+ 1)))

def mk_returned_record (n: i64) : *{a: [n]i32, b: i64} = {a = replicate n 0, b = n}
-- ==
-- entry: returned_record
-- input { 2i64 }
-- output { [3, 0] 2i64 }
entry returned_record (n: i64) =
  let {a, b} = mk_returned_record n
  let a[0] = 3 in (a, b)

def mk_returned_tuple (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
-- ==
-- entry: returned_tuple
-- input { 2i64 }
-- output { [3, 0] [1, 4] }
entry returned_tuple (n: i64) =
  let (a, b) = mk_returned_tuple n
  let a[0] = 3
  let b[1] = 4 in (a, b)

-- ==
-- entry: scattered
-- input { 4i64 }
-- output { [-3i64, 1i64, 2i64, 3i64] }
entry scattered (n: i64) = loop xs = replicate n 0i64 for i < n do scatter xs [i, (i + 1) % n] [i, -i]

-- ==
-- entry: histogram
-- input { 4i64 [0i64,1i64,1i64,9i64] }
-- output { [3i64, 6i64, 0i64, 0i64] }
entry histogram (n: i64) (is: []i64) = loop h = replicate n 0i64 for i < 3 do reduce_by_index h (+) 0 is (map (const i) is)

-- ==
-- entry: transposed
-- input { [[1,2],[3,4]] }
-- output { [[1, 2], [3, 4]] [[2, 6], [2, 4]] }
entry transposed (a: [][]i32) =
  let b = copy (transpose a)
  let b[0] = map (* 2) b[0] in (a, b)

-- ==
-- entry: slices
-- input { [[1,2,3],[4,5,6]] }
-- output { [[1, 9, 3], [7, 5, 8]] }
-- input { [[1,2,3],[4,5,6],[7,8,9]] }
-- error: .
entry slices (a: *[][]i32) =
  let a[1:, ::2] = [[7, 8]]
  let a[0, 1:2] = [9] in a

-- ==
-- entry: more_slices
-- input { [[1,2,3],[4,5,6]] 1i64 }
-- output { [[9, 8, 31], [30, 7, 8]] }
entry more_slices (a: *[][]i32) (i: i64) =
  let a[i, 1:] = [7, 8]
  let a[:, 0] = [20, 30]
  let a = a with [0, ::-1] = copy a[1]
  let a = a with [0:1] = [map (+ 1) a[0]]
  in a

-- ==
-- entry: overlap
-- input { [1,2,3,4,5] }
-- output { [1, 1, 2, 3, 4] }
entry overlap (xs: *[]i32) =
  let n = length xs
  let xs[1:] = copy xs[:n - 1] in xs

-- ==
-- entry: reversed
-- input { [1,2,3,4,5] }
-- output { [5, 4, 3, 2, 1] }
-- input { [1,2,3,4] }
-- error: .
entry reversed (xs: *[]i32) = xs with [::-1] = [1, 2, 3, 4, 5]

-- ==
-- entry: bounds
-- input { [[1,2],[3,4]] 1i64 1i64 }
-- output { [[1, 2], [3, 7]] }
-- input { [[1,2],[3,4]] 1i64 2i64 }
-- error: out of bounds
-- input { [[1,2],[3,4]] -1i64 0i64 }
-- error: out of bounds
entry bounds (a: *[][]i32) (i: i64) (j: i64) = a with [i, j] = 7

-- ==
-- entry: sizes
-- input { [1,2,3] 2i64 2i64 }
-- output { [3, 3, 3] }
-- input { [1,2,3] 2i64 1i64 }
-- error: .
-- input { [1,2,3] 2i64 3i64 }
-- error: .
entry sizes (a: *[]i32) (n: i64) (m: i64) = a with [0:n] = replicate m 3

-- ==
-- entry: closures
-- input { 2i64 3 }
-- output { [4, 3] }
entry closures (n: i64) (k: i32) =
  let xs = replicate n k
  let f (ys: *[]i32) = ys with [0] = k + 1
  let zs = f xs
  in zs

def f_record_pattern ({a, b}: *{a: []i32, b: []i32}) = (a with [0] = 1, b with [0] = 2)
-- ==
-- entry: record_pattern
-- input { [1,2] [3] }
-- output { [1, 2] [2] }
entry record_pattern (xs: *[]i32) (ys: *[]i32) = f_record_pattern {a = xs, b = ys}

def f_tuple_pattern ((a, b): *([]i32, []i32)) = (a with [0] = 1, b with [0] = 2)
-- ==
-- entry: tuple_pattern
-- input { [1,2] [3] }
-- output { [1, 2] [2] }
entry tuple_pattern (xs: *[]i32) (ys: *[]i32) = f_tuple_pattern (xs, ys)
