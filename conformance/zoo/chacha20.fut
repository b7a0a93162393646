-- The keystream of ChaCha20 (RFC 8439) for n blocks, and text encrypted by it.
--
-- Expected results: by the RFC's pseudocode in Python; the first word is the RFC's (2.3.2).
def rotate_left (x: u32) (k: u32) : u32 = (x << k) | (x >> (32 - k))

def quarter (s: *[16]u32) (a: i64) (b: i64) (c: i64) (d: i64) : *[16]u32 =
  let s = s with [a] = s[a] + s[b]
  let s = s with [d] = rotate_left (s[d] ^ s[a]) 16
  let s = s with [c] = s[c] + s[d]
  let s = s with [b] = rotate_left (s[b] ^ s[c]) 12
  let s = s with [a] = s[a] + s[b]
  let s = s with [d] = rotate_left (s[d] ^ s[a]) 8
  let s = s with [c] = s[c] + s[d]
  in s with [b] = rotate_left (s[b] ^ s[c]) 7

def block (key: [8]u32) (nonce: [3]u32) (counter: u32) : [16]u32 =
  let start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574,
               key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7],
               counter, nonce[0], nonce[1], nonce[2]]
  let mixed =
    loop s = copy start for _i < 10i32 do
      let s = quarter s 0 4 8 12
      let s = quarter s 1 5 9 13
      let s = quarter s 2 6 10 14
      let s = quarter s 3 7 11 15
      let s = quarter s 0 5 10 15
      let s = quarter s 1 6 11 12
      let s = quarter s 2 7 8 13
      in quarter s 3 4 9 14
  in map2 (+) mixed start

-- ==
-- entry: main
-- input { 3i64 }
-- output { [3840405776u32, 1312575650u32, 2814744116u32, 3708088442u32] }
-- input { 1i64 }
-- output { [3840405776u32, 1312575650u32, 473879067u32, 1351864935u32] }
-- notest input { 200i64 }
-- notest input { 30000i64 }
-- notest input { 4000000i64 }
entry main (n: i64) : [4]u32 =
  let key = map (\i -> let b = u32.i64 (4 * i) in b | ((b + 1) << 8) | ((b + 2) << 16) | ((b + 3) << 24)) (iota 8)
  let nonce = [0x09000000, 0x4a000000, 0]
  let stream = map (\i -> block key nonce (u32.i64 i + 1)) (iota n)
  let text = tabulate_2d n 16 (\i j -> u32.i64 (i * 16 + j) * 0x01010101)
  let secret = map2 (map2 (^)) text stream
  in [stream[0, 0], stream[0, 15], reduce (^) 0 (flatten secret), u32.sum (flatten secret)]
