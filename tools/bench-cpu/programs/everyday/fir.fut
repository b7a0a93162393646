entry main [n] [k] (xs: [n]f32) (taps: [k]f32) : []f32 =
  tabulate (n - k + 1) (\i -> f32.sum (map2 (*) taps (xs[i:i + k] :> [k]f32)))
