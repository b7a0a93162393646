-- Kernels that read a few rows or columns of an array by columns: pass coalesce copies the part that they
-- read. The results are a plain loop's.
-- ==
-- entry: update_rows
-- input { [[1i64,2i64,3i64],[4i64,5i64,6i64],[7i64,8i64,9i64],[10i64,11i64,12i64]] [0i64,2i64,1i64] 2i64 }
-- output { [[18i64,2i64,3i64],[534i64,5i64,6i64],[897i64,8i64,9i64],[135i64,11i64,12i64]] }
-- input { [[1i64,2i64,3i64],[4i64,5i64,6i64]] [2i64,0i64] 0i64 }
-- output { [[1i64,2i64,3i64],[4i64,5i64,6i64]] }
-- input { [[1i64,2i64,3i64],[4i64,5i64,6i64]] [0i64,1i64] 2i64 }
-- error: out of bounds
entry update_rows [n] [d] (points: *[n][d]i64) (starts: []i64) (m: i64) : [n][d]i64 =
  loop points for s in starts do
    let part = points[s:s + m]
    let sums = map (\p -> loop t = 0 for x in p do t * 3 + x) part
    in points with [s:s + m, 0] = sums

-- ==
-- entry: windows
-- input { [[1i64,2i64,3i64],[4i64,5i64,6i64],[7i64,8i64,9i64],[10i64,11i64,12i64]] 2i64 3i64 }
-- output { [[18i64,57i64,96i64],[57i64,96i64,135i64]] }
entry windows [n] [d] (points: [n][d]i64) (k: i64) (m: i64) : [k][m]i64 =
  map (\s -> map (\i -> loop t = 0 for x in points[s + i] do t * 3 + x) (iota m)) (iota k)

-- ==
-- entry: around
-- input { [[1i64,2i64,3i64],[4i64,5i64,6i64],[7i64,8i64,9i64],[10i64,11i64,12i64]] 0i64 4i64 }
-- output { [-39i64,-21i64,18i64,231i64] }
-- input { [[1i64,2i64,3i64],[4i64,5i64,6i64],[7i64,8i64,9i64],[10i64,11i64,12i64]] 2i64 1i64 }
-- output { [18i64] }
entry around [n] [d] (points: [n][d]i64) (first: i64) (k: i64) : [k]i64 =
  map (\i ->
         let at = first + i
         in loop t = 0 for j < d do
              t * 3 + points[at, j] + (if at > 0 then points[at - 1, j] else 0)
              - (if at < n - 1 then points[at + 1, j] else 0))
      (iota k)
