-- m tridiagonal systems of n unknowns each, by scans with products of 2 * 2 matrices and
-- with linear functions (Stone 1973).
--
-- Expected results: by Gaussian elimination in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def solve [n] (a: [n]f32, b: [n]f32, c: [n]f32, d: [n]f32) : [n]f32 =
  -- u[0] = b[0], u[i] = b[i] - a[i] * c[i-1] / u[i-1], as a quotient of linear functions
  let b0 = b[0]
  let mats = tabulate n (\i -> if i == 0 then (1, 0, 0, 1) else (b[i], -a[i] * c[i - 1], 1, 0))
  let times (a0, a1, a2, a3) (b0, b1, b2, b3) =
    let v = 1 / (a0 * b0)
    in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v)
  let mats = scan times (1, 0, 0, 1) mats
  let u = map (\(p, q, r, s) -> (p * b0 + q) / (r * b0 + s)) mats
  let linear (a0, a1) (b0, b1) = (b0 + b1 * a0, a1 * b1)
  let d0 = d[0]
  let y = scan linear (0, 1) (tabulate n (\i -> if i == 0 then (0, 1) else (d[i], -a[i] / u[i - 1])))
  let y = map (\(p, q) -> p + q * d0) y
  let last = y[n - 1] / u[n - 1]
  let x = scan linear (0, 1) (tabulate n (\k -> let i = n - 1 - k in if k == 0 then (0, 1) else (y[i] / u[i], -c[i] / u[i])))
  in reverse (map (\(p, q) -> p + q * last) x)

-- ==
-- entry: main
-- input { 2i64 5i64 }
-- output { [9.041822e-2f32, -5.445751e-2f32, 0.21966326f32] }
-- input { 3i64 1i64 }
-- output { [0.12275416f32, 0.10413289f32, 0.13926378f32] }
-- notest input { 10i64 50i64 }
-- notest input { 65536i64 256i64 }
entry main (m: i64) (n: i64) : [3]f32 =
  let system i =
    let at s j = uniform s (i * n + j)
    in (tabulate n (at 1), tabulate n (\j -> 3 + at 2 j), tabulate n (at 3), tabulate n (at 4))
  let xs = map (\i -> solve (system i)) (iota m)
  let all = flatten xs
  in [f32.sum all / f32.i64 (m * n), f32.minimum all, f32.maximum all]
