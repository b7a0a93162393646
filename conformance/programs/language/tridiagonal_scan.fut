-- Tridiagonal systems by scans over matrices and affine functions.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [0f64,1f64,1f64,1f64] [4f64,4f64,4f64,4f64] [1f64,1f64,1f64,0f64] [1f64,2f64,3f64,4f64] }
-- output { [0.162679425837321f64, 0.349282296650718f64, 0.440191387559809f64, 0.889952153110048f64] }

def tridag [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let bet =
    scan (\(a0, a1, a2, a3) (b0, b1, b2, b3) ->
            let v = 1 / (a0 * b0)
            in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v))
         (1, 0, 0, 1)
         (map (\i -> if i == 0 then (1, 0, 0, 1) else (b[i], -a[i] * c[i - 1], 1, 0)) (iota n))
    |> map (\(t0, t1, t2, t3) -> (t0 * b[0] + t1) / (t2 * b[0] + t3))
  let y =
    scan (\(a1, a2) (b1, b2) -> (b1 + b2 * a1, a2 * b2)) (0, 1)
         (map (\i -> if i == 0 then (0, 1) else (d[i], -a[i] / bet[i - 1])) (iota n))
    |> map (\(f1, f2) -> f1 + d[0] * f2)
  let x =
    scan (\(a1, a2) (b1, b2) -> (b1 + b2 * a1, a2 * b2)) (0, 1)
         (map (\k ->
                 let i = n - k - 1
                 in if k == 0 then (0, 1) else (y[i] / bet[i], -c[i] / bet[i])) (iota n))
    |> map (\(f1, f2) -> f1 + (y[n - 1] / bet[n - 1]) * f2)
  in reverse x
entry main = tridag
