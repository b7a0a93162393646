-- The nearest of the given points to each query, in eight dimensions.
def distance (a: [8]f32) (b: [8]f32) : f32 =
  reduce (+) 0 (map2 (\x y -> (x - y) * (x - y)) a b)

entry main [n] [q] (points: [n][8]f32) (queries: [q][8]f32) : [q]i64 =
  map (\query ->
         let distances = map (distance query) points
         in (reduce (\(i, a) (j, b) -> if b < a || (b == a && j < i) then (j, b) else (i, a))
                    (n, f32.inf) (zip (iota n) distances)).0)
      queries
