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

-- ==
-- entry: shifted
-- script input { let k = 2i64 let xs = from k in (xs, k) } output { [4i64, 5i64] }
-- script input { let (xs, k) = both 2i64 in (xs, k) } output { [3i64, 4i64] }
entry shifted (xs: []i64) (k: i64) = map (+ k) xs
entry from (k: i64) = k..<k + 2
entry both (k: i64) = (from k, 1i64)
