-- How often each of 256 values occurs, and the sum of the weights of each.
entry main [n] (keys: [n]i32) (weights: [n]f32) : ([256]i32, [256]f32) =
  let is = map (\x -> i64.i32 (x & 255)) keys
  in (hist (+) 0 256 is (replicate n 1), hist (+) 0 256 is weights)
