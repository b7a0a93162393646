-- Running minimum, maximum, sum and count of records.
type r = {lo: f32, hi: f32, s: f32, n: i32}
def op (a: r) (b: r) : r = {lo = f32.min a.lo b.lo, hi = f32.max a.hi b.hi, s = a.s + b.s, n = a.n + b.n}
entry main (xs: []f32) : ([]f32, []f32, []f32) =
  let rs = scan op {lo = f32.inf, hi = -f32.inf, s = 0, n = 0} (map (\x -> {lo = x, hi = x, s = x, n = 1i32}) xs)
  in unzip3 (map (\(q: r) -> (q.lo, q.hi, q.s / f32.i32 q.n)) rs)
