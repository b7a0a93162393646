-- Run-length encoding.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { [1,1,2,2,2,3] } output { [1i32, 2i32, 3i32] [2i64, 3i64, 1i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }

def rle [n] (xs: [n]i32) : ([]i32, []i64) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let idx = map (.0) (filter (.1) (zip (iota n) starts))
  let k = length idx
  let lens = map (\j -> (if j + 1 < k then idx[j + 1] else n) - idx[j]) (iota k)
  in (map (\i -> xs[i]) idx, lens)
entry main = rle
