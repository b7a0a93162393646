-- Many short streams of bits decoded by a table of prefixes.
-- ==
-- entry: main
-- input { 3i64 20i64 } output { 35i64 61i64 }
-- notest input { 500i64 300i64 }
entry main (n: i64) (m: i64) =
  -- Codes of 1 to 6 bits: ones, then a zero; the last has no zero.
  let lengths = map (\w -> loop l = 0i64 while l < 6 && (w >> (5 - l)) & 1 == 1 do l + 1) (iota 64)
  let symbol = lengths
  let taken = map (\l -> i64.min 6 (l + 1)) lengths
  let decode (r: i64) =
    let bit (i: i64) = if i >= m then 0 else ((r * 7919 + i * i * 31 + i / 3) >> 2) & 1
    let (_, count, sum) =
      loop (at, count, sum) = (0i64, 0i64, 0i64) while at < m do
        let w = loop w = 0i64 for j < 6 do w * 2 + bit (at + j)
        in (at + taken[w], count + 1, sum + symbol[w] * (count % 5 + 1))
    in (count, sum)
  let (counts, sums) = unzip (map decode (iota n))
  in (i64.sum counts, i64.sum sums)
