-- Whether 0 ≤ x < n, which the embedded backend asks by one comparison of unsigned integers: also where
-- n is negative, and changes in the loop. Results are computed by hand.

-- ==
-- entry: in_map in_loop in_conditional
-- input { [0i64, 1i64, -1i64, 5i64, 4i64, 9223372036854775807i64, -9223372036854775808i64] 5i64 } output { 3i64 }
-- input { [0i64, 1i64, -1i64, 5i64, -6i64] -5i64 } output { 0i64 }
-- input { [0i64, 1i64, -1i64] 0i64 } output { 0i64 }
-- input { [0i64, -9223372036854775808i64, 9223372036854775806i64] 9223372036854775807i64 } output { 2i64 }
entry in_map (xs: []i64) (n: i64) = i64.sum (map (\x -> i64.bool (0 <= x && x < n)) xs)

entry in_loop (xs: []i64) (n: i64) =
  loop c = 0i64 for x in xs do c + (if 0 <= x && x < n then 1 else 0)

entry in_conditional (xs: []i64) (n: i64) =
  loop c = 0i64 for x in xs do
    let low = 0 <= x
    let high = x < n
    in if low && high then (loop c = c for _i < i64.min 1 (1 + x) do c + 1) else c

-- The bound shrinks from 3 to -2: of the zeros it is above the first three.
-- ==
-- entry: shrinking
-- input { [0i32, 0i32, 0i32, 0i32, 0i32, 0i32] 3i32 } output { 3i64 }
-- input { [2i32, 2i32, -1i32] 3i32 } output { 1i64 }
entry shrinking (xs: []i32) (n: i32) =
  let (c, _) = loop (c, n) = (0i64, n) for x in xs do ((if 0 <= x && x < n then c + 1 else c), n - 1)
  in c

-- Bins and indices outside.
-- ==
-- entry: bins
-- input { 3i64 [0i64, -1i64, 2i64, 3i64, 2i64, -9223372036854775808i64] } output { [1i64, 0i64, 2i64] }
-- input { 0i64 [0i64, -1i64] } output { empty([0]i64) }
entry bins (n: i64) (is: []i64) =
  reduce_by_index (replicate n 0) (+) 0 is (map (const 1i64) is)
