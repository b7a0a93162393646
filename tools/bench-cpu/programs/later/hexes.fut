-- Bytes as hexadecimal digits, and back.
-- ==
-- entry: main
-- input { 100i64 } output { true 13679u32 }
-- notest input { 300000i64 }
def digit (x: u8) : u8 = if x < 10 then x + '0' else x - 10 + 'a'
def value (c: u8) : u8 = if c <= '9' then c - '0' else c - 'a' + 10
entry main (n: i64) =
  let bytes = map (\i -> u8.i64 ((i * i * 5 + i) % 256)) (iota n)
  let text = flatten (map (\b -> [digit (b >> 4), digit (b & 15)]) bytes)
  let back = map (\p -> value p[0] * 16 + value p[1]) (unflatten text)
  let same = and (map2 (==) bytes back)
  in (same, u32.sum (map2 (\c i -> u32.u8 c * u32.i64 (i % 3)) text (iota (n * 2))))
