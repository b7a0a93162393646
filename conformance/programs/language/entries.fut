-- Entry points written without some of their parameters take those of the
-- function that they are. Expected results by hand.
-- ==
-- entry: lambda
-- input { 1 2 } output { 3 }
entry lambda (x: i32) = \(y: i32) -> x + y

-- ==
-- entry: section
-- input { [1, 2] } output { [2, 3] }
entry section = map (+ 1i32)

-- ==
-- entry: sized
-- input { 1i64 2i64 } output { [0i64, 1i64, 2i64] }
entry sized (x: i64) : (n: i64) -> [n + 1]i64 = \n -> iota (n + 1) |> map (* x)

-- ==
-- entry: filtered
-- input { [1, 5, 4] } output { [5, 4] }
entry filtered = filter (> 3i32)

-- ==
-- entry: joined
-- input { [1] empty([0]i32) } output { [1] }
entry joined : []i32 -> []i32 -> []i32 = concat

-- ==
-- entry: consumed
-- input { 4 [1, 2] } output { [4, 2] }
entry consumed (x: i32) : *[2]i32 -> *[2]i32 =
  \(y: *[2]i32) -> y with [0] = x

def twice (f: i32 -> i32) = \x -> f (f x)

-- ==
-- entry: applied
-- input { 5 } output { 20 }
entry applied = twice (* 2)
