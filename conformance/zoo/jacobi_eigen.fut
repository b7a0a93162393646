-- The eigenvalues of many small symmetric matrices by Jacobi's rotations (Golub, Van Loan 1983), eight sweeps
-- each: a thread works on a matrix of its own in place.
--
-- Expected results: by bisection, counting eigenvalues by Sylvester's law of inertia.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216
def sweep [n] (a: *[n][n]f32) : *[n][n]f32 =
  loop a for p < n - 1 do
    loop a for q in p + 1..<n do
      let (app, aqq, apq) = (a[p, p], a[q, q], a[p, q])
      in if f32.abs apq < 1e-7
         then a
         else
           let theta = (aqq - app) / (2 * apq)
           let t = (if theta >= 0 then 1 else -1) / (f32.abs theta + f32.sqrt (theta * theta + 1))
           let c = 1 / f32.sqrt (t * t + 1)
           let s = t * c
           let a =
             loop a for k < n do
               let (x, y) = (a[k, p], a[k, q])
               let a = a with [k, p] = c * x - s * y
               in a with [k, q] = s * x + c * y
           in loop a for k < n do
                let (x, y) = (a[p, k], a[q, k])
                let a = a with [p, k] = c * x - s * y
                in a with [q, k] = s * x + c * y

-- ==
-- entry: main
-- input { 2i64 4i64 }
-- output { [0.59192467f32, -0.9432173f32, 1.0f32] }
-- input { 1i64 2i64 }
-- output { [-0.34060317f32, -0.5909087f32, 1.0f32] }
-- notest input { 20i64 8i64 }
-- notest input { 500i64 10i64 }
-- notest input { 20000i64 12i64 }
entry main (count: i64) (n: i64) : [3]f32 =
  let matrices = tabulate_3d count n n (\k i j -> uniform 1 ((k * n + i64.min i j) * n + i64.max i j) - 0.5)
  let values = map (\m -> let d = loop a = copy m for _s < 8i32 do sweep a in map (\i -> d[i, i]) (iota n)) matrices
  let traces = map2 (\m v -> f32.abs (f32.sum (map (\i -> m[i, i]) (iota n)) - f32.sum v)) matrices values
  in [f32.sum (map f32.maximum values) / f32.i64 count, f32.sum (map f32.minimum values) / f32.i64 count, if f32.maximum traces < 0.001 then 1 else 0]
