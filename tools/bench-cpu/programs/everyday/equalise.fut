entry main [n] (img: [n]u8) : [n]u8 =
  let h = hist (+) 0i32 256 (map i64.u8 img) (map (const 1) img)
  let c = scan (+) 0 h
  let lo = reduce i32.min i32.highest (filter (> 0) c)
  let lut = map (\x -> u8.i32 (i32.max 0 ((x - lo) * 255 / i32.max 1 (i32.i64 n - lo)))) c
  in map (\p -> lut[i64.u8 p]) img
