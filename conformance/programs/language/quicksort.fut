-- Quicksort with a list of segments that are left to sort.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { [5,3,9,1,1,7,3] } output { [1i32, 1i32, 3i32, 3i32, 5i32, 7i32, 9i32] }
-- input { empty([0]i32) } output { empty([0]i32) }

def quicksort [n] (xs: [n]i32) : [n]i32 =
  (loop (xs, segs: [](i64, i64)) = (copy xs, if n > 1 then [(0i64, n)] else []) while length segs > 0 do
     let step (xs: *[n]i32) (l: i64) (r: i64) =
       let p = xs[(l + r) / 2]
       let part = copy xs[l:r]
       let (lt, eq, gt) = partition2 (< p) (== p) part
       let all = lt ++ eq ++ gt
       in (xs with [l:r] = all, l + length lt, r - length gt)
     let (l, r) = head segs
     let (xs, m1, m2) = step xs l r
     let more = filter (\(a, b) -> b - a > 1) [(l, m1), (m2, r)]
     in (xs, tail segs ++ more)).0
entry main (xs: []i32) = quicksort xs
