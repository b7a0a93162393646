-- ==
-- entry: main
-- notest input { 10000i64 60000i64 }
entry main (n: i64) (m: i64) : f64 =
  let h (x: i64) = (x * 6364136223846793005 + 1442695040888963407) >> 33 & 0x3fffffff
  let src = tabulate m (\i -> h i % n)
  let dst = tabulate m (\i -> h (i + 77777) % n)
  let deg = reduce_by_index (replicate n 0i64) (+) 0 src (replicate m 1)
  let r =
    loop r = replicate n (1 / f64.i64 n) for _i < 20 do
      let c = map (\s -> r[s] / f64.i64 deg[s]) src
      let x = reduce_by_index (replicate n 0f64) (+) 0 dst c
      in map (\x -> 0.15 / f64.i64 n + 0.85 * x) x
  in f64.maximum r
