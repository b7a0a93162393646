-- Sizes and types that follow from how a value is used.
def nothing 'a : [0]a = []
def zeros [n] : [n]i32 = replicate n 0

-- ==
-- entry: empties
-- input { } output { empty([0]i32) [0i32, 0i32, 0i32] }
entry empties = (nothing : [0]i32, zeros : [3]i32)

-- ==
-- entry: unflattened
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] } output { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] } error: .
entry unflattened (xs: []i32) = unflatten (xs :> [3 * 2]i32)
