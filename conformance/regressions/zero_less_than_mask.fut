-- A branch on 0 < x & y was taken for x & y < 0: wazero's compilers for amd64 and arm64 test
-- the bits without exchanging the operands of the comparison. (The code that Lamina generated
-- was right.) Results are computed by hand.
--
-- Found by: lamina fuzz --source, on the wasm backend. Conditions on the results of all
-- operations are tested in conformance/fuzz (TestConditionsOnResultsOfOperations).

-- ==
-- entry: less
-- input { 3i64 } output { empty([0]i64) }
-- input { 2i64 } output { [0i64] }
-- input { -1i64 } output { empty([0]i64) }
entry less (n: i64) : []i64 = if 0 < (1 & n) then [] else iota 1

-- ==
-- entry: variable
-- input { 3i64 4i64 } output { empty([0]i64) }
-- input { 2i64 4i64 } output { [0i64] }
entry variable (n: i64) (d: i64) : []i64 = if d - d < (1 & n) then [] else iota 1

-- Loops keep branches from being made selections.
-- ==
-- entry: equal
-- input { 3i32 5i32 2i64 } output { 4i32 }
-- input { 2i32 5i32 2i64 } output { 4i32 }
-- input { -4i32 -2i32 2i64 } output { 9i32 }
entry equal (x: i32) (y: i32) (k: i64) : i32 =
  if 0 <= x & y then (loop a = 1 for _i < k do a * 2) else (loop a = 1 for _i < k do a * 3)

-- ==
-- entry: greater
-- input { 3i32 5i32 2i64 } output { 9i32 }
-- input { 2i32 5i32 2i64 } output { 9i32 }
-- input { -4i32 -2i32 2i64 } output { 4i32 }
entry greater (x: i32) (y: i32) (k: i64) : i32 =
  if 0 > x & y then (loop a = 1 for _i < k do a * 2) else (loop a = 1 for _i < k do a * 3)
