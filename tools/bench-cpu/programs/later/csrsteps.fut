-- Products of a sparse matrix and a vector, rows as loops.
-- ==
-- entry: main
-- notest input { 20000i64 8i64 }
entry main (n: i64) (d: i64) =
  let ptr = tabulate (n + 1) (\i -> i * d)
  let col = tabulate (n * d) (\k -> (k * 7919 + k / d) % n)
  let vals = tabulate (n * d) (\k -> f32.i64 (k % 17) / 17)
  let x0 = tabulate n (\i -> f32.i64 (i % 13))
  let x =
    loop x = x0 for _k < 5i32 do
      map (\i -> (loop s = 0f32 for k in ptr[i]..<ptr[i + 1] do s + vals[k] * x[col[k]]) / f32.i64 d) (iota n)
  in reduce (+) 0 x
