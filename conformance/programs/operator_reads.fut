-- The operator of a reduction reads an array that the map before it makes: the map has to stand before all of
-- the reduction, not to become a part of it.
-- ==
-- entry: main
-- input { [1i64, 2, 3, 4] } output { -24i64 [4i64, 7i64, 10i64, 13i64] }
-- ==
-- entry: in_a_loop
-- input { [1i64, 2, 3, 4] } output { 126i64 }

-- Expected: sum of x - (3 x + 1), and of (3 x + 1) + 2 k for k = 0, 1, 2.
entry main [n] (xs: [n]i64) : (i64, []i64) =
  let ys = map (\x -> x * 3 + 1) xs
  let r = reduce (\a b -> if ys[0] == 123456 then a else a + b) 0 (map2 (\x y -> x - y) xs ys)
  in (r, ys)

entry in_a_loop [n] (xs: [n]i64) : i64 =
  let ys = map (\x -> x * 3 + 1) xs
  in loop acc = 0i64 for k < 3 do
       let zs = map (+ k) ys
       in acc + reduce (\a b -> if zs[0] == 123456 then a else a + b) 0 (map (+ k) zs)
