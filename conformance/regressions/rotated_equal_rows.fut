-- Equal rows are rotated within themselves. Simplify took that for a rotation of equal
-- elements, which moves nothing: it looked at the array, a replicate, and not at the dimension
-- that is rotated.
--
-- Found by: generated source programs (`lamina fuzz --source`), seed 1641001897. Pass simplify
-- now has a case of it (passes/simplify/testdata/rotated.txtar).
-- ==
-- entry: within
-- input { 1i64 } output { [[2i64, 0i64, 1i64], [2i64, 0i64, 1i64]] }
-- input { 0i64 } output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
-- input { -1i64 } output { [[1i64, 2i64, 0i64], [1i64, 2i64, 0i64]] }
entry within (k: i64) : [2][3]i64 = map (rotate (-k)) (replicate 2 (iota 3))

-- The rows themselves are exchanged, which moves nothing.
-- ==
-- entry: rows
-- input { 1i64 } output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
entry rows (k: i64) : [2][3]i64 = rotate k (replicate 2 (iota 3))

-- Two dimensions of equal elements, and a third of others.
-- ==
-- entry: planes
-- input { 1i64 }
-- output { [[[1i64, 2i64, 0i64], [1i64, 2i64, 0i64]]] [[[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]]] }
entry planes (k: i64) : ([1][2][3]i64, [1][2][3]i64) =
  let a = replicate 1 (replicate 2 (iota 3))
  in (map (map (rotate k)) a, map (rotate k) a)
