-- Buildings that one sees from the left, how much each shows above those before it, and where the longest shadow is.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 12i64 }
-- output { 5i64 15356776i64 4i64 }
-- notest input { 1000000i64 }
entry main (n: i64) : (i64, i64, i64) =
  let heights = map (\i -> i64.u32 (hash (u32.i64 i) >> 8) + i) (iota n)
  let before = map2 (\i h -> if i == 0 then -1 else h) (iota n) (rotate (-1) (scan i64.max i64.lowest heights))
  let seen = filter (\i -> heights[i] > before[i]) (iota n)
  let shows = i64.sum (map (\i -> heights[i] - before[i]) seen)
  let gaps = map (\i -> seen[i + 1] - seen[i]) (iota (length seen - 1))
  in (length seen, shows, reduce i64.max 0 gaps)
