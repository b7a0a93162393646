-- A picture opened and closed: least and greatest of 3 × 3 neighbours; how much that changes.
-- ==
-- entry: main
-- input { 9i64 12i64 } output { 2095i64 }
-- notest input { 400i64 500i64 }
def around [n] [m] (op: u8 -> u8 -> u8) (p: [n][m]u8) : [n][m]u8 =
  tabulate_2d n m (\i j ->
                     let at di dj = p[i64.max 0 (i64.min (n - 1) (i + di)), i64.max 0 (i64.min (m - 1) (j + dj))]
                     in op (op (op (at (-1) (-1)) (at (-1) 0)) (op (at (-1) 1) (at 0 (-1))))
                           (op (op (at 0 0) (at 0 1)) (op (op (at 1 (-1)) (at 1 0)) (at 1 1))))
entry main (n: i64) (m: i64) =
  let p = tabulate_2d n m (\i j -> u8.i64 ((i * i * 3 + j * 7 + i * j) % 256))
  let opened = around u8.max (around u8.min p)
  let closed = around u8.min (around u8.max opened)
  in i64.sum (map2 (\a b -> i64.u8 (if a > b then a - b else b - a)) (flatten p) (flatten closed))
