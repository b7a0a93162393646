-- Run-length encoding.
entry main [n] (xs: [n]i32) : ([]i32, []i64) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let is = filter (\i -> starts[i]) (iota n)
  let k = length is
  let lens = map (\j -> (if j + 1 < k then is[j + 1] else n) - is[j]) (iota k)
  in (map (\i -> xs[i]) is, lens)
