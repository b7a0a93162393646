-- ==
-- notest input { 2000i64 200i64 }
entry main (n: i64) (m: i64) : u32 =
  let table = tabulate 256 (\i -> loop c = u32.i64 i for _k < 8i32 do if c & 1 == 1 then 0xedb88320 ^ (c >> 1) else c >> 1)
  let crc i =
    loop c = 0xffffffffu32 for j < m do
      let b = u32.i64 ((i * 31 + j * 17) & 255)
      in table[i64.u32 ((c ^ b) & 255)] ^ (c >> 8)
  in reduce (^) 0 (map (\i -> !(crc i)) (iota n))
