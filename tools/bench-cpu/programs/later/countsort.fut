-- Counting sort of bytes with what comes along, and a check that it is sorted.
-- ==
-- entry: main
-- input { 300i64 } output { true 131691i64 }
-- notest input { 300000i64 }
entry main (n: i64) =
  let keys = map (\i -> u8.i64 ((i * i * 31 + i * 7) % 251)) (iota n)
  let loads = map (\i -> i32.i64 (i % 1000)) (iota n)
  let counts = hist (+) 0i64 256 (map i64.u8 keys) (replicate n 1)
  let starts = map2 (-) (scan (+) 0 counts) counts
  let (_, sorted, along) =
    loop (next, ks, ls) = (starts, replicate n 0u8, replicate n 0i32) for i < n do
      let k = i64.u8 keys[i]
      let p = next[k]
      in (next with [k] = p + 1, ks with [p] = keys[i], ls with [p] = loads[i])
  let ordered = and (map (\i -> i == 0 || sorted[i - 1] <= sorted[i]) (iota n))
  in (ordered, i64.sum (map2 (\i l -> i % 7 * i64.i32 l) (iota n) along))
