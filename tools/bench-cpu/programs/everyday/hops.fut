-- All shortest paths with the next hop.
entry main [n] (d: [n][n]f32) : ([n][n]f32, [n][n]i32) =
  let nxt = map (\_ -> map i32.i64 (iota n)) (iota n)
  in loop (d, nx) = (d, nxt) for k < n do
       unzip (map unzip (map2 (\di ni ->
                                 map3 (\dij nij j ->
                                         let alt = di[k] + d[k, j]
                                         in if alt < dij then (alt, ni[k]) else (dij, nij)) di ni (iota n)) d nx))
