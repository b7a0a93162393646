-- Merge sort: merging by ranks that binary searches find, in segments of growing length.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [5,2,9,1,5,6,0] }
-- output { [0i32, 1i32, 2i32, 5i32, 5i32, 6i32, 9i32] }
-- input { [1] }
-- output { [1i32] }

def lower_bound [n] (xs: [n]i32) (x: i32) : i64 =
  (loop (lo, hi) = (0, n) while lo < hi do
     let mid = lo + (hi - lo) / 2
     in if xs[mid] < x then (mid + 1, hi) else (lo, mid)).0
def upper_bound [n] (xs: [n]i32) (x: i32) : i64 =
  (loop (lo, hi) = (0, n) while lo < hi do
     let mid = lo + (hi - lo) / 2
     in if xs[mid] <= x then (mid + 1, hi) else (lo, mid)).0
def merge [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  let out = replicate (n + m) 0
  let out = scatter out (map2 (+) (iota n) (map (lower_bound ys) xs)) xs
  in scatter out (map2 (+) (iota m) (map (upper_bound xs) ys)) ys
def sort [n] (xs: [n]i32) : []i32 =
  (loop (xs, w) = (xs, 1) while w < n do
     let k = (n + 2 * w - 1) / (2 * w)
     let next =
       loop acc = [] for b < k do
         let lo = b * 2 * w
         let mid = i64.min n (lo + w)
         let hi = i64.min n (lo + 2 * w)
         in acc ++ merge xs[lo:mid] xs[mid:hi]
     in (next :> [n]i32, w * 2)).0
entry main (xs: []i32) = sort xs
