-- Turning points of a signal, how large its swings are, in classes, and the damage that they do.
-- ==
-- entry: main
-- input { 30i64 } output { 11i64 2i64 463.13333f32 }
-- notest input { 300000i64 }
entry main (n: i64) =
  let x = map (\i -> f32.i64 ((i * i * 7 + i * 13) % 1009) / 8) (iota n)
  let turns = filter (\i -> (x[i] - x[i - 1]) * (x[i + 1] - x[i]) < 0) (map (+ 1) (iota (i64.max 0 (n - 2))))
  let k = length turns
  let swings = map (\j -> f32.abs (x[turns[j + 1]] - x[turns[j]])) (iota (i64.max 0 (k - 1)))
  let classes = map (\s -> i64.f32 (s / 8)) swings
  let counts = reduce_by_index (replicate 16 0i64) (+) 0 classes (map (const 1) swings)
  let damage = f32.sum (map2 (\c j -> f32.i64 c * f32.i64 (j * j * j)) counts (iota 16)) / f32.i64 n
  in (k, i64.maximum counts, damage)
