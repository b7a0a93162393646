-- The longest chain of tasks before each task, by relaxation over a list of dependencies.
-- ==
-- entry: main
-- input { 10i64 20i64 } output { 5i32 23i32 69i64 }
-- notest input { 3000i64 12000i64 }
entry main (n: i64) (m: i64) =
  let later = map (\e -> 1 + (e * 7919 + e / 7) % (n - 1)) (iota m)
  let before = map2 (\e l -> (e * e * 31 + 17) % l) (iota m) later
  let cost = map (\t -> 1 + i32.i64 ((t * 37) % 9)) (iota n)
  let (start, _, rounds) =
    loop (start, changed, rounds) = (replicate n 0i32, true, 0i32) while changed do
      let ready = map (\b -> start[b] + cost[b]) before
      let next = reduce_by_index (copy start) i32.max 0 later ready
      in (next, or (map2 (!=) start next), rounds + 1)
  in (rounds, i32.maximum (map2 (+) start cost), i64.sum (map i64.i32 start))
