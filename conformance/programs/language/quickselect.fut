-- Quickselect by partition, on arrays that shrink.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [5,2,9,1,5,6] 3i64 }
-- output { 5i32 }
-- input { [5,2,9,1,5,6] 9i64 }
-- output { -1i32 }

entry main (xs: []i32) (k: i64) =
  (loop (xs, k, found) = (xs, k, -1) while length xs > 0 && found == -1 do
     let p = xs[0]
     let (lt, eq, gt) = partition2 (< p) (== p) xs
     in if k < length lt
        then (lt, k, -1)
        else if k < length lt + length eq
        then (eq, 0, p)
        else (gt, k - length lt - length eq, -1)).2
