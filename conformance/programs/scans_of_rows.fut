-- Scans of rows, each in one thread: a row of the result is made from the one before it, in its place.
--
-- Expected results: by formulas. Row i of the sums of rows (j + 1) * (i + 1) is (j + 1) * (i + 1) * (i + 2) / 2.
def sums (n: i64) (m: i64) (k: i64) : [n][m]i64 =
  scan (map2 (+)) (replicate m 0) (tabulate_2d n m (\i j -> k * (j + 1) * (i + 1)))

def wrong [n] [m] (k: i64) (rows: [n][m]i64) : i64 =
  i64.sum (map2 (\i row -> i64.sum (map2 (\j x -> i64.bool (x != k * (j + 1) * (i + 1) * (i + 2) / 2)) (iota m) row)) (iota n) rows)

-- ==
-- entry: prefixes
-- input { 3i64 0i64 2i64 } output { [0i64, 0i64, 0i64] }
-- input { 3i64 1i64 2i64 } output { [0i64, 0i64, 0i64] }
-- input { 3i64 7i64 0i64 } output { [0i64, 0i64, 0i64] }
-- input { 3i64 7i64 2i64 } output { [0i64, 0i64, 0i64] }
-- copies: 0
-- input { 2i64 1024i64 3i64 } output { [0i64, 0i64] }
-- input { 2i64 1025i64 3i64 } output { [0i64, 0i64] }
-- input { 2i64 2050i64 2i64 } output { [0i64, 0i64] }
entry prefixes (threads: i64) (n: i64) (m: i64) : [threads]i64 =
  map (\k -> wrong k (#[sequential] sums n m k)) (iota threads)

-- The operator returns an argument as it is.
-- ==
-- entry: last
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] 2i64 }
-- output { [[[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]], [[2i64, 3i64], [4i64, 5i64], [6i64, 7i64]]] }
entry last [n] [m] (rows: [n][m]i64) (threads: i64) : [threads][n][m]i64 =
  map (\k -> #[sequential] scan (\a b -> if b[0] >= -1000 then b else a) (replicate m (-1000)) (map (map (+ k)) rows)) (iota threads)

-- The most of all prefixes, that is the row with the greatest first element so far, which
-- stays where it is; and a number beside the row.
-- ==
-- entry: greatest
-- input { [[3i64, 1i64], [1i64, 2i64], [4i64, 3i64], [4i64, 4i64], [0i64, 5i64]] }
-- output { [[[3i64, 1i64], [3i64, 1i64], [4i64, 3i64], [4i64, 3i64], [4i64, 3i64]]] [[1i64, 2i64, 3i64, 4i64, 5i64]] }
-- input { empty([0][2]i64) } output { empty([1][0][2]i64) empty([1][0]i64) }
entry greatest [n] (rows: [n][2]i64) : ([1][n][2]i64, [1][n]i64) =
  unzip (map (\k ->
                #[sequential]
                unzip (scan (\(a, i) (b, j) -> (if b[0] > a[0] then b else a, i + j)) (replicate 2 (-1), 0) (zip (map (map (+ k)) rows) (replicate n 1))))
             (iota 1))
