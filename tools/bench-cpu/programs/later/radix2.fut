-- ==
-- notest input { 60000i64 }
let step [n] (xs: [n]u32) (b: i32) : [n]u32 =
  let ds = map (\x -> i64.u32 ((x >> u32.i32 b) & 3)) xs
  let one d = map (\e -> i64.bool (e == d)) ds
  let s0 = scan (+) 0 (one 0)
  let s1 = scan (+) 0 (one 1)
  let s2 = scan (+) 0 (one 2)
  let s3 = scan (+) 0 (one 3)
  let c0 = if n > 0 then s0[n - 1] else 0
  let c1 = c0 + if n > 0 then s1[n - 1] else 0
  let c2 = c1 + if n > 0 then s2[n - 1] else 0
  let is = map5 (\d a b c e -> if d == 0 then a - 1 else if d == 1 then c0 + b - 1 else if d == 2 then c1 + c - 1 else c2 + e - 1) ds s0 s1 s2 s3
  in scatter (copy xs) is xs
entry main (n: i64) : i64 =
  let xs = tabulate n (\i -> u32.i64 ((i * 2654435761 + 12345) & 0xffffffff))
  let ys = loop xs for b < 16 do step xs (b * 2)
  in i64.sum (map2 (\i y -> (i % 17) * i64.u32 y) (iota n) ys)
