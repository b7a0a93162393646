-- Proof of work: among n messages of four bytes those whose SHA-256 (FIPS 180-4) begins with at
-- least so many zero bits, the first of them, and the exclusive or of all digests' first words.
--
-- Expected results: by hashlib.
def k256 : [64]u32 =
  [0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
   0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
   0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
   0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
   0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
   0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
   0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
   0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2]

def rotate_right (x: u32) (k: u32) : u32 = (x >> k) | (x << (32 - k))

-- The digest of the message of four bytes.
def sha256 (message: u32) : [8]u32 =
  let w = replicate 64 0u32 with [0] = message with [1] = 0x80000000 with [15] = 32
  let w =
    loop w for i in 16...63 do
      let a = w[i - 15]
      let b = w[i - 2]
      let s0 = rotate_right a 7 ^ rotate_right a 18 ^ (a >> 3)
      let s1 = rotate_right b 17 ^ rotate_right b 19 ^ (b >> 10)
      in w with [i] = w[i - 16] + s0 + w[i - 7] + s1
  let start = [0x6a09e667u32, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
  let (a, b, c, d, e, f, g, h) =
    loop (a, b, c, d, e, f, g, h) = (start[0], start[1], start[2], start[3], start[4], start[5], start[6], start[7]) for i < 64 do
      let s1 = rotate_right e 6 ^ rotate_right e 11 ^ rotate_right e 25
      let choice = (e & f) ^ (!e & g)
      let t1 = h + s1 + choice + k256[i] + w[i]
      let s0 = rotate_right a 2 ^ rotate_right a 13 ^ rotate_right a 22
      let majority = (a & b) ^ (a & c) ^ (b & c)
      in (t1 + s0 + majority, a, b, c, d + t1, e, f, g)
  in map2 (+) start [a, b, c, d, e, f, g, h]

-- ==
-- entry: main
-- input { 200i64 5i32 }
-- output { [5u32, 65u32, 2897785500u32] }
-- input { 1i64 1i32 }
-- output { [0u32, 4294967295u32, 3745472920u32] }
-- notest input { 2000i64 8i32 }
-- notest input { 30000i64 12i32 }
-- notest input { 4000000i64 20i32 }
entry main (n: i64) (zeros: i32) : [3]u32 =
  let digests = map (\i -> sha256 (u32.i64 i)) (iota n)
  let good = map (\d -> u32.clz d[0] >= zeros) digests
  let first = reduce u32.min u32.highest (map2 (\i g -> if g then u32.i64 i else u32.highest) (iota n) good)
  in [u32.sum (map (\g -> u32.bool g) good), first, reduce (^) 0 (map (\d -> d[0]) digests)]
