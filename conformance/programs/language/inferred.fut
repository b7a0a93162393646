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

-- The rows are as long as what each iteration makes of them.
-- ==
-- entry: exchanged
-- input { [[5i32, 2i32, 4i32, 1i32], [3i32, 3i32, 2i32, 9i32]] } output { [[1i32, 2i32, 4i32, 5i32], [2i32, 3i32, 3i32, 9i32]] }
entry exchanged [n] [m] (xss: [n][m]i32) =
  map (\xs ->
         loop xs for k < m do
           map (\i ->
                  let j = if (i + k) % 2 == 0 then i + 1 else i - 1
                  in if j < 0 || j >= m
                     then xs[i]
                     else if i < j then i32.min xs[i] xs[j] else i32.max xs[i] xs[j]) (iota m)) xss
