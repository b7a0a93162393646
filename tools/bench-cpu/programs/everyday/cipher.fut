-- Rounds of multiplication modulo 2^16 + 1, as in IDEA.
def mul (a: u32) (b: u32) : u32 =
  let a = if a == 0 then 65536 else a
  let b = if b == 0 then 65536 else b
  in u32.u64 ((u64.u32 a * u64.u32 b) % 65537) & 0xffff

entry main [n] [k] (words: [n]u32) (keys: [k]u32) : [n]u32 =
  map (\w -> loop x = w & 0xffff for i < k do mul x keys[i] ^ (x >> 3)) words
