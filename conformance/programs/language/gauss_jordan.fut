-- Gauss-Jordan elimination with pivots that a reduction finds.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [[2f64,1f64,3f64],[4f64,3f64,7f64]] }
-- output { [[1.000000000000000f64, 0.000000000000000f64, 1.000000000000000f64], [-0.000000000000000f64, 1.000000000000000f64, 1.000000000000000f64]] }
-- input { [[0f64,1f64,3f64],[4f64,0f64,8f64]] }
-- output { [[1.000000000000000f64, 0.000000000000000f64, 2.000000000000000f64], [0.000000000000000f64, 1.000000000000000f64, 3.000000000000000f64]] }

def elim [n] [m] (a: [n][m]f64) : [n][m]f64 =
  loop a: [n][m]f64 = a for i < i64.min n m do
    let (_, p) =
      reduce (\(x, i) (y, j) -> if f64.abs x > f64.abs y || (f64.abs x == f64.abs y && i < j) then (x, i) else (y, j)) (0, n)
             (map (\r -> if r < i then (0, n) else (a[r, i], r)) (iota n))
    in if p == n
       then a
       else
         let irow = copy a[i]
         let prow = map (/ a[p, i]) a[p]
         in tabulate n (\r ->
                          if r == i
                          then prow
                          else
                            let row = if r == p then irow else a[r]
                            let c = row[i]
                            in map2 (\x y -> x - c * y) row prow)
entry main [n] [m] (a: [n][m]f64) = elim a
