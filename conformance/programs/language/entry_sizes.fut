-- Entry points whose parameters have sizes that the program computes: the sizes
-- of what a caller gives are checked.

def n = 4i64

-- ==
-- entry: constant
-- input { [1, 2, 3, 4] }
-- output { [1, 2, 3, 4] }
-- input { [1, 2, 3] }
-- error: size
entry constant (xs: [n]i32) : [n]i32 = xs

-- ==
-- entry: computed
-- input { 2i64 [1, 2, 3, 4] }
-- output { 10 }
-- input { 3i64 [1, 2, 3, 4] }
-- error: size
entry computed (m: i64) (xs: [m * 2]i32) : i32 = i32.sum xs

-- ==
-- entry: called
-- input { [5i64, 6i64] [1, 2] }
-- output { 3 }
-- input { [5i64] [1, 2] }
-- error: size
entry called (ns: []i64) (xs: [length ns]i32) : i32 = i32.sum xs
