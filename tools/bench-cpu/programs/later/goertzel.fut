-- The energy of a signal at some frequencies, by Goertzel's recurrence.
-- ==
-- entry: main
-- input { 50i64 3i64 } output { [22.611709531758606f64, 7.20360136063473f64, 65.67742964932927f64] }
-- notest input { 4000i64 64i64 }
entry main (n: i64) (k: i64) : [k]f64 =
  let signal = map (\i -> f64.i64 ((i * 29 + i * i) % 101) / 50 - 1) (iota n)
  let energy f =
    let c = 2 * f64.cos (2 * f64.pi * f64.i64 (f + 1) / f64.i64 n)
    let (a, b) = loop (a, b) = (0, 0) for x in signal do (x + c * a - b, a)
    in a * a + b * b - c * a * b
  in map energy (iota k)
