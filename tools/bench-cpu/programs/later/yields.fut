-- Yields of bonds from their prices by Newton's method.
-- ==
-- entry: main
-- input { 10i64 } output { 5.257087776689825e-2f64 1.2487766414063657e-2f64 45i32 }
-- notest input { 2000i64 }
entry main (n: i64) =
  let bond i =
    let years = 2 + i % 29
    let coupon = 1 + f64.i64 (i % 13) / 2
    let price = 80 + f64.i64 (i * 7 % 41)
    let (y, _, steps) =
      loop (y, step, steps) = (0.05, 1, 0i32) while f64.abs step > 1e-10 && steps < 50 do
        let d = 1 / (1 + y)
        let (value, slope, _) =
          loop (value, slope, f) = (0, 0, d) for t < years do
            (value + coupon * f, slope - f64.i64 (t + 1) * coupon * f * d, f * d)
        let f = d ** f64.i64 years
        let value = value + 100 * f
        let slope = slope - f64.i64 years * 100 * f * d
        let step = (value - price) / slope
        in (y - step, step, steps + 1)
    in (y, steps)
  let (ys, steps) = unzip (map bond (iota n))
  in (f64.sum ys / f64.i64 n, f64.minimum ys, i32.sum steps)
