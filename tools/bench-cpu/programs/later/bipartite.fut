-- Two colours for the nodes of a graph, spread along its edges.
-- ==
-- entry: main
-- input { 100i64 300i64 } output { 8i32 8i64 0i64 }
-- notest input { 5000i64 30000i64 }
entry main (n: i64) (m: i64) =
  let from = map (\e -> (e * 7919) % n) (iota m)
  let to = map (\e -> ((e * 7919) % n + 2 * ((e * e) % 50) + 1) % n) (iota m)
  let (colours, _, rounds) =
    loop (colours, changed, rounds) = (replicate n (-1i8) with [0] = 0, true, 0i32) while changed do
      let targets = map2 (\f t -> if colours[f] >= 0 && colours[t] < 0 then t else -1) from to
      let other = map (\f -> 1 - colours[f]) from
      let next = reduce_by_index (copy colours) i8.max (-1) targets other
      let changed = or (map (>= 0) targets)
      in (next, changed, rounds + 1)
  let clashes = map2 (\f t -> i64.bool (colours[f] >= 0 && colours[f] == colours[t])) from to
  in (rounds, i64.sum (map (\c -> i64.bool (c >= 0)) colours), i64.sum clashes)
