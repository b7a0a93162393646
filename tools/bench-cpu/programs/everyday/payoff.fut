-- Mean of vectors of payoffs along paths of a linear congruential generator.
entry main (n: i64) (m: i64) : [m]f64 =
  let path (i: i64) : [m]f64 =
    let (_, ps) =
      loop (s, ps) = (u32.i64 i * 2654435761, replicate m 0f64) for t < m do
        let s = s * 1664525 + 1013904223
        let p = if t == 0 then 1 else ps[t - 1]
        in (s, ps with [t] = p * (1 + (f64.u32 s / 4294967296 - 0.5) / 10))
    in ps
  in map (/ f64.i64 n) (reduce (map2 (+)) (replicate m 0) (map path (iota n)))
