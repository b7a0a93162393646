-- The nearest site of each pixel by jump flooding: each looks at nine others at steps that halve.
-- ==
-- entry: main
-- input { 8i64 3i64 } output { 28i64 9i64 }
-- notest input { 128i64 40i64 }
entry main (n: i64) (k: i64) =
  let sx = map (\s -> (s * 7919 + 13) % n) (iota k)
  let sy = map (\s -> (s * 104729 + s * s) % n) (iota k)
  let empty = replicate (n * n) (-1i32)
  let seeds = scatter empty (map2 (\x y -> x * n + y) sx sy) (map i32.i64 (iota k))
  let distance (s: i32) (x: i64) (y: i64) : i64 =
    if s < 0
    then i64.highest
    else
      let dx = sx[i64.i32 s] - x
      let dy = sy[i64.i32 s] - y
      in dx * dx + dy * dy
  let (owner, _) =
    loop (owner, step) = (unflatten (seeds :> [n * n]i32), n / 2) while step > 0 do
      let next =
        tabulate_2d n n (\x y ->
                           let (best, _) =
                             loop (best, d) = (owner[x, y], distance owner[x, y] x y) for q < 9 do
                               let u = x + (q / 3 - 1) * step
                               let v = y + (q % 3 - 1) * step
                               in if u < 0 || u >= n || v < 0 || v >= n
                                  then (best, d)
                                  else
                                    let s = owner[u, v]
                                    let e = distance s x y
                                    in if e < d then (s, e) else (best, d)
                           in best)
      in (next, step / 2)
  let sizes = reduce_by_index (replicate k 0i64) (+) 0 (map i64.i32 (flatten owner)) (replicate (n * n) 1)
  in (i64.maximum sizes, i64.minimum sizes)
