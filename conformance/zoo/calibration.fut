-- Local volatility calibration (Andreetta et al. 2016, FinPar): for each strike an option's price by a
-- finite-difference scheme on a grid of nx x ny, Crank-Nicolson, alternating directions, backward in time;
-- tridiagonal systems are solved by three scans.
--
-- Expected results: by Futhark's interpreter.

-- The differences to both neighbours, as coefficients of the first and second derivative at each point.
def operators [n] (x: [n]f64) : ([n][3]f64, [n][3]f64) =
  unzip (tabulate n (\i ->
                       if i == 0
                       then let d = x[1] - x[0] in ([0, -1 / d, 1 / d], [0, 0, 0])
                       else if i == n - 1
                       then let d = x[n - 1] - x[n - 2] in ([-1 / d, 1 / d, 0], [0, 0, 0])
                       else
                         let (l, u) = (x[i] - x[i - 1], x[i + 1] - x[i])
                         in ([-u / l / (l + u), (u / l - l / u) / (l + u), l / u / (l + u)],
                             [2 / l / (l + u), -2 * (1 / l + 1 / u) / (l + u), 2 / u / (l + u)])))

-- Solves a tridiagonal system: the pivots by a scan of 2 x 2 matrices, both sweeps by scans of affine maps.
def tridiagonal [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64) : [n]f64 =
  let matrices = map (\i -> if i == 0 then (1, 0, 0, 1) else (b[i], -a[i] * c[i - 1], 1, 0)) (iota n)
  let times (a0, a1, a2, a3) (b0, b1, b2, b3) =
    let v = 1 / (a0 * b0)
    in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v)
  let pivots = map (\(m0, m1, m2, m3) -> (m0 * b[0] + m1) / (m2 * b[0] + m3)) (scan times (1, 0, 0, 1) matrices)
  let affine (a, b) (c, d) = (a * d + c, b * d) |> \(p, q) -> (p, q)
  let down = map (\i -> if i == 0 then (0, 1) else (y[i], -a[i] / pivots[i - 1])) (iota n)
  let sweep = scan affine (0, 1) down
  let y = map (\(p, q) -> p + y[0] * q) sweep
  let up = map (\k -> let i = n - 1 - k in if k == 0 then (0, 1) else (y[i] / pivots[i], -c[i] / pivots[i])) (iota n)
  let last = y[n - 1] / pivots[n - 1]
  in reverse (map (\(p, q) -> p + last * q) (scan affine (0, 1) up))

def price (nx: i64) (ny: i64) (nt: i64) (strike: f64) : f64 =
  let (s0, t, alpha, nu, beta) = (0.03f64, 5f64, 0.2f64, 0.6f64, 0.5f64)
  let time = tabulate nt (\i -> t * f64.i64 i / f64.i64 (nt - 1))
  let dx = 20 * alpha * s0 * f64.sqrt t / f64.i64 nx
  let ix = i64.f64 (s0 / dx)
  let xs = tabulate nx (\i -> f64.i64 (i - ix) * dx + s0)
  let dy = 10 * nu * f64.sqrt t / f64.i64 ny
  let iy = ny / 2
  let ys = tabulate ny (\i -> f64.i64 (i - iy) * dy + f64.log alpha)
  let (_, dxx) = operators xs
  let (_, dyy) = operators ys
  let start = map (\x -> replicate ny (f64.max 0 (x - strike))) xs
  let end =
    loop values = start for k < nt - 1 do
      let now = nt - 2 - k
      let step = 1 / (time[now + 1] - time[now])
      let varx = map (\x -> map (\y -> f64.exp (2 * (beta * f64.log x + y - 0.5 * nu * nu * time[now]))) ys) xs
      let vary = nu * nu
      let explicit_x =
        map (\j ->
               map (\i ->
                      let d = 0.5 * 0.5 * varx[i, j]
                      let here = step * values[i, j] + d * dxx[i, 1] * values[i, j]
                      let here = if i > 0 then here + d * dxx[i, 0] * values[i - 1, j] else here
                      in if i < nx - 1 then here + d * dxx[i, 2] * values[i + 1, j] else here) (iota nx)) (iota ny)
      let explicit_y =
        map (\i ->
               map (\j ->
                      let d = 0.5 * vary
                      let here = d * dyy[j, 1] * values[i, j]
                      let here = if j > 0 then here + d * dyy[j, 0] * values[i, j - 1] else here
                      in if j < ny - 1 then here + d * dyy[j, 2] * values[i, j + 1] else here) (iota ny)) (iota nx)
      let u = map2 (map2 (+)) explicit_x (transpose explicit_y)
      let implicit_x =
        map2 (\j row ->
                let d = map (\i -> -0.5 * 0.5 * varx[i, j]) (iota nx)
                in tridiagonal (map2 (\e o -> e * o[0]) d dxx) (map2 (\e o -> step + e * o[1]) d dxx) (map2 (\e o -> e * o[2]) d dxx) row) (iota ny) u
      let rows = map2 (map2 (\p v -> step * p - 0.5 * v)) (transpose implicit_x) explicit_y
      let d = -0.5 * 0.5 * vary
      in map (tridiagonal (map (\o -> d * o[0]) dyy) (map (\o -> step + d * o[1]) dyy) (map (\o -> d * o[2]) dyy)) rows
  in end[ix, iy]

-- ==
-- entry: main
-- input { 2i64 4i64 5i64 3i64 }
-- output { [3.0e-2f64, 2.8999999999999984e-2f64] }
-- input { 1i64 3i64 4i64 2i64 }
-- output { [3.0e-2f64] }
-- notest input { 4i64 16i64 32i64 8i64 }
-- notest input { 4i64 32i64 64i64 16i64 }
-- notest input { 16i64 32i64 256i64 64i64 }
-- notest input { 128i64 256i64 32i64 64i64 }
entry main (strikes: i64) (nx: i64) (ny: i64) (nt: i64) : [strikes]f64 =
  map (\i -> price nx ny nt (0.001 * f64.i64 i)) (iota strikes)
