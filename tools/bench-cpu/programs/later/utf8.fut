-- UTF-8: where characters begin, what they are, how many are of which length.
-- ==
-- entry: main
-- input { 100i64 } output { 70i64 8489u32 90986u32 [0i32, 50i32, 10i32, 10i32, 0i32] }
-- notest input { 300000i64 }
entry main (n: i64) =
  let byte i : u8 =
    let k = u8.i64 (i / 10 % 32)
    in match i % 10
       case 5 -> 0xC3 + k % 8
       case 6 -> 0x80 + k
       case 7 -> 0xE2
       case 8 -> 0x80 + k / 2
       case 9 -> 0xA0 + k
       case j -> u8.i64 (32 + (i + j) % 90)
  let text = map byte (iota n)
  let size = n
  let begins = map (\c -> c & 0xC0 != 0x80) text
  let more i = if i < size then u32.u8 (text[i] & 0x3F) else 0
  let decode i =
    let c = text[i]
    in if c < 0x80
       then (u32.u8 c, 1i64)
       else if c < 0xE0
       then (u32.u8 (c & 0x1F) << 6 | more (i + 1), 2)
       else if c < 0xF0
       then (u32.u8 (c & 0x0F) << 12 | more (i + 1) << 6 | more (i + 2), 3)
       else (0xFFFD, 4)
  let starts = filter (\i -> begins[i]) (iota size)
  let (points, lengths) = unzip (map decode starts)
  in (length starts, u32.maximum points, u32.sum points, hist (+) 0i32 5 lengths (map (const 1) lengths))
