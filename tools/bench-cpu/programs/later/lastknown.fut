-- Gaps in a series filled by what was last known, and the mean of groups of it.
-- ==
-- entry: main
-- input { 10i64 6i64 } output { 763.0f32 48.0f32 152.36667f32 }
-- notest input { 40000i64 10i64 }
entry main (n: i64) (g: i64) =
  let known = map (\i -> (i * i + i / 5) % 3 != 0) (iota (n * g))
  let xs = map (\i -> f32.i64 ((i * 17 + i * i) % 1000)) (iota (n * g))
  let last (k1, x1) (k2, x2) : (bool, f32) = if k2 then (k2, x2) else (k1, x1)
  let filled = scan last (false, 0) (zip known xs) |> map (.1)
  let means = map (\r -> f32.sum r / f32.i64 g) (unflatten (filled :> [n * g]f32))
  in (f32.maximum means, f32.minimum means, f32.sum (map2 (\k x -> if k then 0 else x) known filled) / f32.i64 (n * g))
