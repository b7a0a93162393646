-- Fourier coefficients of (x + 1) ** x over [0, 2] by the trapezium rule with s pieces
-- (Java Grande's series).
--
-- Expected results: by the same rule in Python.
def f (x: f64) : f64 = (x + 1) ** x

def integrate (s: i64) (g: f64 -> f64) : f64 =
  let dx = 2 / f64.i64 s
  let inner = f64.sum (tabulate (s - 1) (\i -> g (f64.i64 (i + 1) * dx)))
  in dx * (0.5 * (g 0 + g 2) + inner)

-- ==
-- entry: main
-- input { 3i64 10i64 }
-- output { [2.9083177761403594f64, 0.41941011392969857f64, 10.045279513138306f64, 4.222468137438921f64] }
-- input { 2i64 1i64 }
-- output { [5.0f64, 10.0f64, 125.0f64, 4.859221695824419e-30f64] }
-- notest input { 20i64 100i64 }
-- notest input { 10000i64 1000i64 }
entry main (n: i64) (s: i64) : [4]f64 =
  let omega = f64.pi
  let pairs =
    tabulate n (\k ->
                  if k == 0
                  then (integrate s f / 2, 0)
                  else (integrate s (\x -> f x * f64.cos (omega * f64.i64 k * x)),
                        integrate s (\x -> f x * f64.sin (omega * f64.i64 k * x))))
  let (a, b) = unzip pairs
  in [a[0], a[n - 1], f64.sum (map (\x -> x * x) a), f64.sum (map (\x -> x * x) b)]
