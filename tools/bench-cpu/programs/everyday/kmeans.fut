def dist [d] (a: [d]f32) (b: [d]f32) = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)
entry main [n] [d] (k: i64) (iters: i64) (points: [n][d]f32) : [k][d]f32 =
  let centres = take k points
  in loop centres for _i < iters do
       let which =
         map (\p ->
                let (_, at) =
                  loop (best, at) = (f32.inf, 0i64) for c < k do
                    let x = dist p centres[c] in if x < best then (x, c) else (best, at)
                in at) points
       let counts = hist (+) 0i32 k which (replicate n 1i32)
       let sums = hist (map2 (+)) (replicate d 0f32) k which points
       in map2 (\s c -> map (/ f32.i32 (i32.max 1 c)) s) sums counts
