-- ==
-- entry: main
-- notest input { 4000i64 40000i64 }
entry main (n: i64) (m: i64) : i64 =
  let h (x: i64) = (x * 6364136223846793005 + 1442695040888963407) >> 33 & 0x3fffffff
  let src = tabulate m (\i -> h i % n)
  let dst = tabulate m (\i -> h (i + 77777) % n)
  let w = tabulate m (\i -> 1 + h (i * 3) % 100)
  let inf = 1i64 << 40
  let d0 = tabulate n (\i -> if i == 0 then 0 else inf)
  let (d, _, _) =
    loop (d, changed, k) = (d0, true, 0i64) while changed && k < n do
      let cand = map2 (\s w -> d[s] + w) src w
      let d' = reduce_by_index (copy d) i64.min i64.highest dst cand
      in (d', or (map2 (!=) d d'), k + 1)
  in reduce (+) 0 (map (\x -> if x < inf then x else 0) d)
