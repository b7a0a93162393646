-- A parameter whose size nothing had said got the size of another branch's array, so that calls with other arrays
-- failed at run time.
-- ==
-- entry: literal
-- input { [1, 2] }
-- output { [1, 2] }
-- input { [7] }
-- output { empty([0]i32) }
entry literal xs = if length xs > 1 then xs else ([] : []i32)

-- ==
-- entry: section
-- input { [1, 2] }
-- output { [1, 2] }
entry section xs = if length xs > 1 then xs else [5i32 - 5][1:]

-- ==
-- entry: replicated
-- input { 3i64 [1] }
-- output { [0, 0, 0] }
-- input { 3i64 [1, 2] }
-- output { [1, 2] }
entry replicated (n: i64) xs = if length xs > 1 then xs else replicate n 0i32
