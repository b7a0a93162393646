-- The places within runs of equal flags: a segmented prefix sum, as a scan of pairs.
entry main [n] (flags: [n]bool) : [n]i32 =
  let op (f, x) (g, y) = (f || g, if g then y else x + y)
  in map (.1) (scan op (false, 0i32) (zip flags (replicate n 1)))
