-- A loop over a copy of an array that another loop consumes before. Pass parallelise makes maps of both, and
-- read the array itself instead of the copy, where the first loop had written.
--
-- Found by: reading pass parallelise.
-- ==
-- entry: loops
-- input { [1i64, 2i64, 3i64, 4i64] 3i64 }
-- output { [10i64, 12i64, 14i64, 4i64] [101i64, 102i64, 103i64, 4i64] }
-- input { [1i64, 2i64] 0i64 } output { [1i64, 2i64] [1i64, 2i64] }
entry loops [n] (xs: *[n]i64) (k: i64) : ([n]i64, [n]i64) =
  let before = copy xs
  let ys = loop ys = xs for i < k do ys with [i] = 10 + 2 * i
  let zs = loop zs = before for i < k do zs with [i] = zs[i] + 100
  in (ys, zs)
