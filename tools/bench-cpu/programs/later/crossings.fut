-- How many pairs of segments cross.
-- ==
-- entry: main
-- input { 20i64 } output { 31i64 }
-- notest input { 800i64 }
type point = (i32, i32)
def side ((ax, ay): point) ((bx, by): point) ((cx, cy): point) : i32 =
  i32.sgn ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
entry main (n: i64) =
  let point k = (i32.i64 ((k * k * 31 + k * 7) % 1009), i32.i64 ((k * k * 17 + k * 71) % 1013))
  let segments = map (\i -> (point (2 * i), point (2 * i + 1))) (iota n)
  let crossing (a, b) (c, d) =
    side a b c * side a b d < 0 && side c d a * side c d b < 0
  let counts =
    map (\s -> i64.sum (map (\t -> i64.bool (crossing s t)) segments)) segments
  in i64.sum counts / 2
