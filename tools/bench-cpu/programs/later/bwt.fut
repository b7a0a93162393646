-- The text back from its Burrows-Wheeler transform: the occurrences of letters, ranks, then one long walk.
-- ==
-- entry: main
-- input { 12i64 } output { 6i64 754566i64 2i64 }
-- notest input { 60000i64 }
entry main (n: i64) =
  let letters = map (\i -> (i * i * 7 + i / 3) % 26) (iota n)
  let counts = reduce_by_index (replicate 26 0i64) (+) 0 letters (replicate n 1)
  let starts = map2 (-) (scan (+) 0 counts) counts
  let (_, next) =
    loop (seen, next) = (copy starts, replicate n 0i64) for i < n do
      let l = letters[i]
      let at = seen[l]
      in (seen with [l] = at + 1, next with [i] = at)
  let (at, sum) =
    loop (at, sum) = (n / 2, 0i64) for _i < n do
      (next[at], (sum * 31 + letters[at]) % 1000003)
  in (at, sum, i64.maximum counts)
