-- Base64 of bytes, and back again; a checksum of the text.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- notest input { 100000i64 }
entry main (triples: i64) : (u32, bool) =
  let bytes = map (\i -> u8.u32 (hash (u32.i64 i))) (iota (3 * triples))
  let letter (x: u8) : u8 = if x < 26 then x + 65 else if x < 52 then x + 71 else if x < 62 then x - 4 else if x == 62 then 43 else 47
  let text =
    tabulate_2d triples 4 (\i j ->
                             let (a, b, c) = (bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2])
                             in letter (if j == 0
                                        then a >> 2
                                        else if j == 1
                                        then (a & 3) << 4 | b >> 4
                                        else if j == 2
                                        then (b & 15) << 2 | c >> 6
                                        else c & 63))
  let value (c: u8) : u8 = if c >= 97 then c - 71 else if c >= 65 then c - 65 else if c >= 48 then c + 4 else if c == 43 then 62 else 63
  let back =
    tabulate_2d triples 3 (\i j ->
                             let (a, b) = (value text[i, j], value text[i, j + 1])
                             in if j == 0 then a << 2 | b >> 4 else if j == 1 then b >> 2 | a << 4 else a << 6 | b)
  let sum = reduce (+) 0 (map2 (\i c -> hash (u32.i64 i) * u32.u8 c) (iota (triples * 4)) (flatten text))
  in (sum, and (map2 (==) (flatten back) (bytes :> [triples * 3]u8)))
