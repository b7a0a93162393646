-- Holes: expressions that are not written yet have the type that their context wants,
-- and end the program when it gets there, as in Futhark 0.25.32, whose messages these
-- are. The positions are those of the holes.

type cell = {count: i64, faces: [3](i32, bool)}

def later (x: i64) : i64 = ???

-- ==
-- entry: scalar
-- input { 3i64 } output { 4i64 }
-- input { 0i64 } error: Reached hole of type: i64\n(.*\n)*.*holes.fut:7:28\n.*holes.fut:13:55
entry scalar (n: i64) = 1 + (if n > 0 then n else 2 * later n)

-- ==
-- entry: array
-- input { 3i64 } output { [7i64, 1i64, 2i64] }
-- input { 0i64 } error: Reached hole of type: \[n\]i64
entry array (n: i64) =
  let xs: [n]i64 = if n == 0 then ??? else iota n
  in if n > 0 then xs with [0] = 7 else xs

-- ==
-- entry: record
-- input { 3i64 } output { true }
-- input { 0i64 } error: Reached hole of type: {count: i64, faces: \[3\]\(i32, bool\)}
entry record (n: i64) =
  (if n == 0 then ??? : cell else {count = n, faces = replicate 3 (1, true)}).faces[0].1

-- ==
-- entry: pattern
-- input { 3i64 } output { 3i64 }
-- input { 0i64 } error: Reached hole of type: \(i64, i64\)
entry pattern (n: i64) = if n > 0 then n else let (a, b) = ??? in a + b

-- A hole in a function that a map applies.
-- ==
-- entry: mapped
-- input { 3i64 } output { [1i64, 2i64, 3i64] }
-- input { 4i64 } error: Reached hole of type: i64
-- input { 0i64 } output { empty([0]i64) }
entry mapped (n: i64) = map (\x -> if x > 2 then ??? else x + 1) (iota n)

-- Nothing makes a hole be passed over.
-- ==
-- entry: unsafe
-- input { 3i64 } output { 3i64 }
-- input { 0i64 } error: Reached hole of type: i64
entry unsafe (n: i64) = #[unsafe] if n == 0 then ??? else n

-- A hole is consumed.
-- ==
-- entry: consumed
-- input { 3i64 } output { 3i64 }
-- input { 0i64 } error: Reached hole of type: \[n\]i64
entry consumed (n: i64) =
  let first (xs: *[]i64) = xs with [0] = 1
  in length (first (if n == 0 then ??? else iota n))

-- Holes that stand for functions, alone and in a record. One that a let binds is reached there.
-- ==
-- entry: functions
-- input { 3 } output { 6 }
-- input { 0 } error: Reached hole of type: i32 -> i32 -> i32
-- input { -1 } error: Reached hole of type:
entry functions (n: i32) =
  if n > 0
  then (\(f: i32 -> i32) -> f n) (* 2)
  else if n == 0
  then let f: i32 -> i32 -> i32 = ??? in f n 1
  else let r: {f: i32 -> i32, x: i32} = ??? in r.f r.x

-- A definition that is a hole of a function's type is a function: it is reached when it is applied.
-- ==
-- entry: undefined
-- input { 3 } output { 3 }
-- input { 7 } error: Reached hole of type: i32 -> i32
def f : i32 -> i32 = ???
entry undefined (n: i32) = if n > 5 then f n else n

-- Holes of types that only the result of a function tells.
-- ==
-- entry: general
-- input { 1i64 } output { 1 }
-- input { 0i64 } error: Reached hole of type: b
-- input { -1i64 } error: Reached hole of type: \[n\]a
-- input { -2i64 } error: Reached hole of type: a -> a
def any 'a 'b (_: a) : b = ???
def many 'a (n: i64) : [n]a = ???
def function 'a : a -> a = ???
entry general (n: i64) : i32 =
  match n
  case 0 -> any n + 1
  case -1 -> i32.i64 (length (many n : []bool))
  case -2 -> function 3
  case _ -> 1
