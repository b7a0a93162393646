-- Sums of sliding windows, by a local function whose result has a computed size.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [1,2,3,4,5] }
-- output { [6i32, 9i32, 12i32] }

entry main [n] (xs: [n]i32) =
  let windows 'a [m] (k: i64) (ys: [m]a) : [m - k + 1][k]a = map (\i -> ys[i:i + k] :> [k]a) (iota (m - k + 1))
  let w = windows 3
  in map i32.sum (w xs)
