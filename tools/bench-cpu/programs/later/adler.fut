-- Adler-32 checksums of many blocks, by a reduction of pairs with an associative operator.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def join (a: u32, b: u32, n: u32) (c: u32, d: u32, m: u32) : (u32, u32, u32) =
  ((a + c) % 65521, u32.u64 ((u64.u32 b + u64.u32 d + u64.u32 m * u64.u32 a) % 65521), (n + m) % 65521)

def adler [n] (bytes: [n]u8) : u32 =
  let (a, b, n') = reduce join (0, 0, 0) (map (\x -> (u32.u8 x, u32.u8 x, 1)) bytes)
  in ((b + n') % 65521) << 16 | ((a + 1) % 65521)

-- ==
-- entry: main
-- input { 4i64 10i64 }
-- output { 59114483u32 }
-- notest input { 500i64 1000i64 }
entry main (blocks: i64) (n: i64) : u32 =
  let data = map (\k -> map (\i -> u8.u32 (hash (u32.i64 (k * n + i)))) (iota n)) (iota blocks)
  in reduce (^) 0 (map adler data)
