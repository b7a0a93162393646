def step [n] (xs: [n]u32) (b: i32) : [n]u32 =
  let bits = map (\x -> i64.u32 ((x >> u32.i32 b) & 1)) xs
  let neg = map (1 -) bits
  let ps0 = scan (+) 0 neg
  let ps1 = scan (+) 0 bits
  let n0 = if n == 0 then 0 else ps0[n - 1]
  let is = map3 (\b p0 p1 -> if b == 0 then p0 - 1 else n0 + p1 - 1) bits ps0 ps1
  in scatter (copy xs) is xs
entry main [n] (xs: [n]u32) : [n]u32 = loop xs for i < 16 do step xs i
