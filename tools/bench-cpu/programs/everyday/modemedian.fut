-- Mode and median of bytes by histogram.
entry main [n] (xs: [n]u8) : (i32, i32) =
  let h = hist (+) 0i32 256 (map i64.u8 xs) (replicate n 1)
  let (mode, _) = reduce (\(i, c) (j, d) -> if d > c then (j, d) else (i, c)) (0, -1) (zip (map i32.i64 (iota 256)) h)
  let cum = scan (+) 0 h
  let half = i32.i64 (n / 2)
  let median = i32.sum (map (\c -> if c <= half then 1 else 0) cum)
  in (mode, median)
