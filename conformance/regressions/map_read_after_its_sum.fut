-- A map that a sum takes in, and that a later map reads elsewhere: its result was lost. The derivative is from Futhark's
-- interpreter, the rest by hand.
-- ==
-- entry: derivative
-- input { [1.0, 2.0, 3.0, 4.0, 5.0] [1.0, 2.0, 3.0, 4.0, 5.0] }
-- output { [38.0, 8.0, 0.0, 10.0, 6.0] }
entry derivative (xs: [5]f64) (ds: [5]f64) =
  vjp (\(xs: [5]f64) ->
         loop ys = xs for _i < 1i64 do
           map (* 2) (reduce_by_index (replicate 5 xs[0]) (+) 0 [3, 3, 5, 4, 2] ys)) xs ds

-- ==
-- entry: plain
-- input { [1i64, 2i64, 3i64] [0i64, 9i64, 1i64] [1i64, 1i64, 1i64] }
-- output { [36i64, 12i64, 60i64] 12i64 }
entry plain [n] (xs: [n]i64) (is: [n]i64) (ks: [n]i64) : ([n]i64, i64) =
  let made = map (* 2) xs
  let read = map (\i -> if i < n then made[i] else 0) is
  let sum = i64.sum made
  in (map2 (\k r -> (k + r) * sum) ks read, sum)
