-- Finding a number by the MD5 (RFC 1321) of its eight hexadecimal digits: all n
-- candidates are tried, and the least that fits is the answer.
--
-- Expected results: by hashlib.
def shifts : [16]u32 = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

def constants : [64]u32 = tabulate 64 (\i -> u32.i64 (i64.f64 (4294967296 * f64.abs (f64.sin (f64.i64 (i + 1))))))

def digits (n: u32) : u32 =
  -- four hexadecimal digits of n as bytes, the highest first in memory
  let digit k = let d = (n >> (4 * (3 - k))) & 15 in if d < 10 then d + 48 else d + 87
  in digit 0 | (digit 1 << 8) | (digit 2 << 16) | (digit 3 << 24)

def md5 (table: [64]u32) (n: u32) : (u32, u32, u32, u32) =
  let m: [16]u32 = [digits (n >> 16), digits (n & 0xffff), 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0]
  let (a, b, c, d) =
    loop (a, b, c, d) = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476) for i < 64i64 do
      let (f, g) =
        if i < 16
        then ((b & c) | (!b & d), i)
        else if i < 32
        then ((d & b) | (!d & c), (5 * i + 1) % 16)
        else if i < 48
        then (b ^ c ^ d, (3 * i + 5) % 16)
        else (c ^ (b | !d), 7 * i % 16)
      let f = f + a + table[i] + m[g]
      let s = shifts[i / 16 * 4 + i % 4]
      in (d, b + ((f << s) | (f >> (32 - s))), b, c)
  in (a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476)

-- ==
-- entry: main
-- input { 100i64 77u32 }
-- output { [2664753542u32, 3807332446u32, 2849311924u32, 2098967441u32, 77u32] }
-- input { 20i64 4096u32 }
-- output { [3066665390u32, 1977052057u32, 1602923364u32, 361655687u32, 4294967295u32] }
-- notest input { 10000i64 1234u32 }
-- notest input { 100000000i64 98765432u32 }
entry main (n: i64) (secret: u32) : [5]u32 =
  let table = constants
  let (a, b, c, d) = md5 table secret
  let tried =
    tabulate n (\i ->
                  let (a', b', c', d') = md5 table (u32.i64 i)
                  in if a == a' && b == b' && c == c' && d == d' then u32.i64 i else u32.highest)
  in [a, b, c, d, u32.minimum tried]
