-- Rooms needed at once: starts and ends as events in buckets of time, then a running sum.
-- ==
-- entry: main
-- input { 20i64 30i64 } output { 18i64 15i64 15i64 }
-- notest input { 200000i64 1440i64 }
entry main (n: i64) (t: i64) =
  let from = map (\i -> (i * 7919 + i / 5) % t) (iota n)
  let to = map2 (\i f -> i64.min t (f + 1 + (i * i) % 90)) (iota n) from
  let begun = reduce_by_index (replicate (t + 1) 0i64) (+) 0 from (replicate n 1)
  let ended = reduce_by_index (replicate (t + 1) 0i64) (+) 0 to (replicate n 1)
  let use = scan (+) 0 (map2 (-) begun ended)
  let longest = i64.maximum (map2 (-) to from)
  let busy = i64.sum (map (\u -> i64.bool (u > n / 20)) use)
  in (i64.maximum use, longest, busy)
