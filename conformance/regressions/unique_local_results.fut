-- The results of local functions with written types were taken to share memory with their arguments.
-- ==
-- input { [5i64, 6, 7] }
-- output { [6i64, 12i64, 14i64] [10i64, 12i64, 14i64] [7i64, 0i64, 9i64] }
entry main [n] (v: *[n]i64) : ([]i64, []i64, []i64) =
  let twice (p: [n]i64) : ([n]i64, [n]i64) = (copy p, map (* 2) p)
  let (b, c) = twice v
  let b = b with [0] = 1
  let add = \(p: [n]i64) (k: i64) : [n]i64 -> map (+ k) p
  let plus = add v
  let d = plus 2 with [1] = 0
  in (map2 (+) v b, c, d)
