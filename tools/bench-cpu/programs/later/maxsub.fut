-- The greatest sum of neighbouring numbers, by a reduction of summaries.
-- ==
-- entry: main
-- input { 100i64 } output { 11626i64 }
-- notest input { 300000i64 }
entry main (n: i64) : i64 =
  let xs = map (\i -> (i * i * 7919 + i * 31) % 2003 - 1001) (iota n)
  let join (b1, p1, s1, t1) (b2, p2, s2, t2) : (i64, i64, i64, i64) =
    ( i64.max (i64.max b1 b2) (s1 + p2)
    , i64.max p1 (t1 + p2)
    , i64.max s2 (s1 + t2)
    , t1 + t2
    )
  let lift x = (i64.max x 0, i64.max x 0, i64.max x 0, x)
  in (reduce join (0, 0, 0, 0) (map lift xs)).0
