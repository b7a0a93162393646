-- Inputs that entry points of the program return. Expected results: the sums of
-- 0, 1, …, n - 1 are n (n - 1) / 2.
-- ==
-- entry: sums
-- script input { numbers 10i64 } output { 45i64 45f32 }
-- script input { ([1, 2], [1, 2]) } output { 3i64 3f32 }
-- script input { (first (numbers 3), [1f32]) } output { 3i64 1f32 }
entry sums (xs: []i64) (ys: []f32) = (i64.sum xs, f32.sum ys)

entry numbers (n: i64) = (iota n, map f32.i64 (iota n))
entry first (xs: []i64) (_: []f32) = xs
