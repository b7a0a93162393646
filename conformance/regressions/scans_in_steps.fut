-- A prefix sum of a step was taken for a fold by groups, as each sum was stored, and what it stored was lost.
-- ==
-- input { [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]] 2i64 }
-- output { [[1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364]] [364] }
entry main [p] [n] (xs: [p][n]i32) (m: i64) : ([p][n]i32, [p]i32) =
  unzip (map (\x ->
                let a = loop a = x for _k < m do scan (+) 0 a
                in (a, i32.maximum a))
             xs)
