-- PageRank of a small graph given by its edges.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { 4i64 10 [0i64,0i64,1i64,2i64] [1i64,2i64,2i64,0i64] }
-- output { [0.370010257052190f64, 0.204270011519905f64, 0.378100645811011f64, 0.047619085616894f64] }

entry main [e] (n: i64) (k: i32) (src: [e]i64) (dst: [e]i64) : [n]f64 =
  let deg = reduce_by_index (replicate n 0i64) (+) 0 src (replicate e 1)
  let d = 0.85
  in loop r = replicate n (1 / f64.i64 n) for _i < k do
       let contrib = map (\s -> r[s] / f64.i64 deg[s]) src
       let dangling = f64.sum (map2 (\x g -> if g == 0 then x else 0) r deg)
       in map (\x -> (1 - d) / f64.i64 n + d * (x + dangling / f64.i64 n))
              (reduce_by_index (replicate n 0) (+) 0 dst contrib)
