-- Loops over a triangle whose inner iterations choose a value by a branch. Pass unroll asked for the
-- variables that are assigned before it made the iterations, which have variables of their own, and
-- took what they were declared as for constants.
--
-- Found by: random FCL programs (TestStrategies), seed 90. Random source programs now have loops
-- whose trip counts depend on an outer loop's index.
-- ==
-- entry: sums
-- input { 7i64 } output { [3i64, 2i64, 1i64] }
-- input { 8i64 } output { [3i64, 3i64, 2i64] }
entry sums (x: i64) : [3]i64 =
  loop out = replicate 3 0
  for i < 3 do
    let s =
      loop s = 0
      for j < 3 - i do
        s + (if x <= 7 then 1 else i + j)
    in out with [i] = s
