-- Triangles of a random graph, by sorted lists of neighbours in compressed rows.
-- ==
-- entry: main
-- notest input { 1500i64 12i64 }
def hash (x: i64) : i64 = (x * 6364136223846793005 + 1442695040888963407) >> 33 & 0x3fffffff

entry main (n: i64) (k: i64) : i64 =
  let linked i j = i != j && hash (i64.min i j * n + i64.max i j) % n < k
  let degrees = tabulate n (\i -> i64.sum (tabulate n (\j -> i64.bool (j > i && linked i j))))
  let ends = scan (+) 0 degrees
  let m = ends[n - 1]
  let starts = map2 (-) ends degrees
  let targets =
    loop ts = replicate m 0 for i < n do
      let (_, ts) =
        loop (at, ts) = (starts[i], ts) for d < n - i - 1 do
          let j = i + 1 + d
          in if linked i j then (at + 1, ts with [at] = j) else (at, ts)
      in ts
  let common i j =
    let (_, _, c) =
      loop (p, q, c) = (starts[i], starts[j], 0i64) while p < ends[i] && q < ends[j] do
        let (x, y) = (targets[p], targets[q])
        in if x == y then (p + 1, q + 1, c + 1) else if x < y then (p + 1, q, c) else (p, q + 1, c)
    in c
  in i64.sum (map (\i -> loop s = 0 for p < degrees[i] do s + common i targets[starts[i] + p]) (iota n))
