-- Highest value so far, the deepest fall from it, and how long the longest one lasts.
-- ==
-- entry: main
-- input { 100i64 } output { 1.5301204819277103f64 14i32 }
-- notest input { 200000i64 }
entry main (n: i64) =
  let moves = map (\i -> f64.i64 ((i * i * 37 + i * 101) % 997) / 498 - 1) (iota n)
  let prices = map (+ 100) (scan (+) 0 moves)
  let tops = scan f64.max f64.lowest prices
  let falls = map2 (-) tops prices
  let days =
    scan (\(f1, c1) (f2, c2) -> if f2 then (true, c2) else (f1, c1 + c2))
         (false, 0i32)
         (map (\d -> if d <= 0 then (true, 0) else (false, 1)) falls)
  in (reduce f64.max 0 falls, reduce i32.max 0 (map (.1) days))
