-- The shortest round trip by Held and Karp: subsets of cities as bits.
-- ==
-- entry: main
-- input { 6i64 } output { 232i32 }
-- notest input { 13i64 }
entry main (n: i64) : i32 =
  let dist = tabulate_2d n n (\i j -> if i == j then 0i32 else i32.i64 (10 + (i * i * 7 + j * j * 7 + i * j * 13) % 91))
  let m = n - 1
  let sets = 1i64 << m
  let far = 1000000i32
  let best =
    loop best = replicate sets (replicate m far) for s in 1...sets - 1 do
      let row =
        map (\j ->
               if s & (1 << j) == 0
               then far
               else
                 let rest = s ^ (1 << j)
                 in if rest == 0
                    then dist[m, j]
                    else map2 (\k b -> b + dist[k, j]) (iota m) best[rest] |> reduce i32.min far)
            (iota m)
      in best with [s] = row
  in reduce i32.min far (map (\j -> best[sets - 1, j] + dist[j, m]) (iota m))
