-- FNV hashes of strings, put into a table with open addressing.
-- ==
-- entry: main
-- notest input { 5000i64 40i64 }
entry main (n: i64) (m: i64) =
  let text = tabulate (n * m) (\i -> u8.i64 (97 + (i * i / 11) % 26))
  let hash (i: i64) = loop h = 2166136261u32 for j < m do (h ^ u32.u8 text[i * m + j]) * 16777619
  let hs = map hash (iota n)
  let size = 16384i64
  let table =
    loop t = replicate size (-1i64) for i < n do
      let (p, _) =
        loop (p, go) = (i64.u32 hs[i] % size, true) while go do
          if t[p] < 0 then (p, false) else ((p + 1) % size, true)
      in t with [p] = i
  in reduce (+) 0 (map2 (\t i -> if t < 0 then 0 else (t + 1) * (i % 7)) table (iota size))
