-- A loop passes one loop-carried array on as another, and gives the first a new value. The
-- front end assumed that the two results do not alias, but the rules of the IR say that they
-- may, so an update of one was an ill-formed program: the necessary copy was missing.
--
-- Found by: lamina fuzz --source.

-- ==
-- entry: once
-- input { [1i64, 2i64, 3i64] 10i64 }
-- output { [1i64, 2i64, 3i64] [0i64, 12i64, 13i64] }
entry once [n] (ys: [n]i64) (d: i64) =
  let (x, y) = loop (a: [n]i64, b: *[n]i64) = (ys, copy ys) for _i < 1 do (b, map (+ d) ys)
  let y[0] = 0
  in (x, y)

-- ==
-- entry: never
-- input { [1i64, 2i64, 3i64] 10i64 }
-- output { [1i64, 2i64, 3i64] [0i64, 2i64, 3i64] }
entry never [n] (ys: [n]i64) (d: i64) =
  let (x, y) = loop (a: [n]i64, b: *[n]i64) = (ys, copy ys) for _i < 0 do (b, map (+ d) ys)
  let y[0] = 0
  in (x, y)
