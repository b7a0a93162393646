-- Extremes of floats start from infinities, which are not neutral: of NaNs alone the extreme is
-- the infinity. NaNs are ignored beside numbers, and -0 is less than +0.
--
-- Expected results: from these rules.

-- The numbers 0 … n - 1 but for every third one, which is NaN; all are NaN from the k-th on.
def numbers (n: i64) (k: i64) : [n]f32 = tabulate n (\i -> if i % 3 == 1 || i >= k then f32.nan else f32.i64 i)

-- ==
-- entry: whole
-- input { 9i64 9i64 } output { 0f32 8f32 }
-- input { 0i64 0i64 } output { f32.inf -f32.inf }
-- input { 3i64 0i64 } output { f32.inf -f32.inf }
-- input { 2000i64 2000i64 } output { 0f32 1998f32 }
-- input { 9000i64 9000i64 } output { 0f32 8999f32 }
-- input { 9000i64 10i64 } output { 0f32 9f32 }
-- input { 9000i64 0i64 } output { f32.inf -f32.inf }
entry whole (n: i64) (k: i64) : (f32, f32) =
  let xs = numbers n k
  in (f32.minimum xs, f32.maximum xs)

-- ==
-- entry: rows
-- input { 3i64 5i64 } output { [0f32, 5f32, 11f32] [3f32, 9f32, 14f32] }
-- input { 2i64 300i64 } output { [0f32, 300f32] [299f32, 599f32] }
-- input { 2i64 3000i64 } output { [0f32, 3000f32] [2999f32, 5999f32] }
-- input { 2i64 0i64 } output { [f32.inf, f32.inf] [-f32.inf, -f32.inf] }
entry rows (n: i64) (m: i64) : ([n]f32, [n]f32) =
  let xss = unflatten (numbers (n * m) (n * m))
  in (map f32.minimum xss, map f32.maximum xss)

-- ==
-- entry: zeros
-- input { 1i64 } output { true true }
-- input { 5000i64 } output { true true }
entry zeros (n: i64) : (bool, bool) =
  let xs = tabulate (2 * n) (\i -> if i % 2 == 0 then 0f32 else -0f32)
  in (f32.to_bits (f32.minimum xs) == 0x80000000, f32.to_bits (f32.maximum xs) == 0)
