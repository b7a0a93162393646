-- Least, greatest, mean and the place of the greatest of short rows.
-- ==
-- entry: main
-- input { 7i64 5i64 } output { 296.0f32 300.0f32 28i64 }
-- notest input { 20000i64 8i64 }
entry main (n: i64) (m: i64) =
  let rows = tabulate_2d n m (\i j -> f32.i64 ((i * 31 + j * j * 17 + i * j) % 1009))
  let least = map (reduce f32.min f32.highest) rows
  let greatest = map (reduce f32.max f32.lowest) rows
  let means = map (\r -> f32.sum r / f32.i64 m) rows
  let place r =
    (reduce (\(x, i) (y, j) -> if x > y || (x == y && i < j) then (x, i) else (y, j))
            (f32.lowest, i64.highest)
            (zip r (iota m))).1
  let places = map place rows
  in (reduce f32.max f32.lowest (map2 (-) greatest least), reduce f32.max 0 means, i64.sum places)
