-- Compaction by a prefix sum and a scatter.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { [3,1,6,5,9] } output { [3i32, 6i32, 9i32] }
-- input { empty([0]i32) } output { empty([0]i32) }

def compact [n] (xs: [n]i32) (p: i32 -> bool) =
  let flags = map (p >-> i64.bool) xs
  let offs = scan (+) 0 flags
  let m = if n == 0 then 0 else offs[n - 1]
  in scatter (replicate m 0) (map2 (\f o -> if f == 1 then o - 1 else -1) flags offs) xs
entry main (xs: []i32) = compact xs (\x -> x % 3 == 0)
