-- Arrays whose rows have no elements take no memory, and may have more rows than a program
-- can visit: operations that cannot fail then compute nothing. Results on small arrays are
-- computed by hand.
-- ==
-- entry: mapped
-- input { empty([4294967296][4294967296][0]i32) } output { empty([4294967296][4294967296][0]i32) }
-- input { [[[1i32], [2i32]], [[3i32], [4i32]]] } output { [[[2i32], [3i32]], [[4i32], [5i32]]] }

entry mapped [n] [m] [k] (xs: [n][m][k]i32) : [n][m][k]i32 = map (map (map (+ 1))) xs

-- ==
-- entry: scanned
-- input { empty([4294967296][4294967296][0]i32) } output { empty([4294967296][4294967296][0]i32) }
-- input { [[[1i32, 5i32], [2i32, 6i32]], [[3i32, 7i32], [4i32, 8i32]]] }
-- output { [[[1i32, 5i32], [3i32, 11i32]], [[3i32, 7i32], [7i32, 15i32]]] }

entry scanned [n] [m] [k] (xs: [n][m][k]i32) : [n][m][k]i32 =
  map (scan (map2 (+)) (replicate k 0)) xs

-- ==
-- entry: reduced
-- input { empty([4294967296][4294967296][0]i32) } output { empty([4294967296][0]i32) }
-- input { [[[1i32, 5i32], [2i32, 6i32]], [[3i32, 7i32], [4i32, 8i32]]] }
-- output { [[3i32, 11i32], [7i32, 15i32]] }

entry reduced [n] [m] [k] (xs: [n][m][k]i32) : [n][k]i32 =
  map (reduce (map2 (+)) (replicate k 0)) xs

-- ==
-- entry: total
-- input { empty([4294967296][4294967296][0]i32) } output { empty([0]i32) }
-- input { [[[1i32, 5i32], [2i32, 6i32]], [[3i32, 7i32], [4i32, 8i32]]] } output { [10i32, 26i32] }

entry total [n] [m] [k] (xs: [n][m][k]i32) : [k]i32 =
  reduce (map2 (+)) (replicate k 0) (map (reduce (map2 (+)) (replicate k 0)) xs)

-- More rows than any machine can visit.
-- ==
-- entry: whole
-- input { empty([4611686018427387904][0]i32) } output { empty([4611686018427387904][0]i32) empty([0]i32) }
-- input { [[1i32, 5i32], [2i32, 6i32]] } output { [[1i32, 5i32], [3i32, 11i32]] [3i32, 11i32] }

entry whole [n] [k] (xs: [n][k]i32) : ([n][k]i32, [k]i32) =
  (scan (map2 (+)) (replicate k 0) xs, reduce (map2 (+)) (replicate k 0) xs)

-- Rows that have elements are computed, if others have none.
-- ==
-- entry: mixed
-- input { [[1i32, 5i32], [2i32, 6i32]] empty([2][0]i32) }
-- output { [[1i32, 5i32], [3i32, 11i32]] empty([2][0]i32) [1i64, 1i64] }

entry mixed [n] [k] [l] (xs: [n][k]i32) (ys: [n][l]i32) : ([n][k]i32, [n][l]i32, [n]i64) =
  let (as, bs) = unzip (scan (\(a, b) (c, d) -> (map2 (+) a c, map2 (+) b d)) (replicate k 0, replicate l 0) (zip xs ys))
  in (as, bs, map (\b -> 1 + length b) bs)
