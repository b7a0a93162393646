-- A Bloom filter of 2^16 bits and four hash functions: keys are put in, then others are looked up.
def hash (x: u32) (k: u32) : i64 =
  let h = (x ^ (k * 0x9E3779B9)) * 0x85EBCA6B
  let h = (h ^ (h >> 13)) * 0xC2B2AE35
  in i64.u32 ((h ^ (h >> 16)) & 0xFFFF)

entry main [n] [m] (keys: [n]u32) (asked: [m]u32) : i32 =
  let bits =
    loop bits = replicate 2048 0u32 for x in keys do
      loop bits for k in [0u32, 1, 2, 3] do
        let h = hash x k
        in bits with [h >> 5] = bits[h >> 5] | (1 << u32.i64 (h & 31))
  let found x = all (\k -> let h = hash x k in (bits[h >> 5] >> u32.i64 (h & 31)) & 1 == 1) [0, 1, 2, 3]
  in i32.sum (map (\x -> i32.bool (found x)) asked)
