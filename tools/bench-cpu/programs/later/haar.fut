-- ==
-- notest input { 65536i64 }
entry main (n: i64) : f32 =
  let xs = tabulate n (\i -> f32.i64 ((i * 7919) % 1001) / 1001)
  let (ys, _) =
    loop (xs, k) = (xs, n) while k > 1 do
      let h = k / 2
      let t = tabulate h (\i -> (xs[2 * i] + xs[2 * i + 1]) * 0.70710677f32)
      let d = tabulate h (\i -> (xs[2 * i] - xs[2 * i + 1]) * 0.70710677f32)
      let xs = scatter xs (iota h) t
      in (scatter xs (map (+ h) (iota h)) d, h)
  in f32.sum (map f32.abs ys)
