-- Local volatility calibration: prices of options with strikes 0, 0.001, …, by
-- solving a two-dimensional partial differential equation backwards in time,
-- with implicit steps in one direction after the other (tridiagonal systems).
--
-- The problem and the data set with its results are FinPar's (Andreetta et al.,
-- ACM TACO 2016), see data/README.md. All of it takes long; the tests take two of
-- its options, and a smaller case that was computed by Futhark 0.25.32 from this
-- program.
-- ==
-- entry: main
-- input { 12i64 32i64 16i64 12i64 0.03f32 5f32 0.2f32 0.6f32 0.5f32 }
-- output { [0.030000f32, 0.029000f32, 0.028000f32, 0.027000f32, 0.026000f32, 0.025108f32, 0.024804f32, 0.024500f32, 0.024196f32, 0.023892f32, 0.023587f32, 0.023283f32] }
-- notest input @ data/locvolcalib-small.in
-- output @ data/locvolcalib-small.out

type row3 = (f32, f32, f32)

-- | Points of a grid at a distance of step, of which number zero is at middle.
def grid (n: i64) (zero: i64) (step: f32) (middle: f32) : [n]f32 =
  map (\i -> f32.i64 (i - zero) * step + middle) (iota n)

-- | The second derivative as a tridiagonal matrix: zero at both ends.
def second_derivative [n] (xs: [n]f32) : [n]row3 =
  map (\i ->
         if i == 0 || i == n - 1
         then (0, 0, 0)
         else
           let below = xs[i] - xs[i - 1]
           let above = xs[i + 1] - xs[i]
           in (2 / below / (below + above),
               -2 * (1 / below + 1 / above) / (below + above),
               2 / above / (below + above)))
      (iota n)

-- | Row i of a tridiagonal matrix times a vector.
def times [n] ((lower, diagonal, upper): row3) (xs: [n]f32) (i: i64) : f32 =
  (if i > 0 then lower * xs[i - 1] else 0)
  + diagonal * xs[i]
  + (if i < n - 1 then upper * xs[i + 1] else 0)

-- | The solution x of a tridiagonal system, by elimination downwards and
-- substitution upwards.
def solve [n] (rows: [n]row3) (right: [n]f32) : [n]f32 =
  let (diagonal, x) =
    loop (diagonal, x) = (map (.1) rows, copy right) for i in 1..<n do
      let factor = rows[i].0 / diagonal[i - 1]
      let diagonal[i] = diagonal[i] - factor * rows[i - 1].2
      let x[i] = x[i] - factor * x[i - 1]
      in (diagonal, x)
  let x[n - 1] = x[n - 1] / diagonal[n - 1]
  in loop x for k < n - 1 do
       let i = n - 2 - k
       in x with [i] = (x[i] - rows[i].2 * x[i + 1]) / diagonal[i]

def scale (k: f32) ((a, b, c): row3) : row3 = (k * a, k * b, k * c)

-- | One step back in time, of length 1 / rate.
def step [n] [m] (rate: f32) (var_x: [n][m]f32) (var_y: f32)
         (dxx: [n]row3) (dyy: [m]row3) (values: [n][m]f32) : [n][m]f32 =
  let in_x =
    map2 (\vars column ->
            map (\i -> times (scale (0.25 * vars[i]) dxx[i]) column i) (iota n))
         (transpose var_x) (transpose values)
  let in_y =
    map (\line ->
           map (\j -> times (scale (0.5 * var_y) dyy[j]) line j) (iota m))
        values
  let explicit =
    map2 (\j us -> map2 (\i u -> rate * values[i, j] + u + in_y[i, j]) (iota n) us)
         (iota m) in_x
  let half =
    map2 (\vars right ->
            solve (map2 (\v (a, b, c) -> (-0.25 * v * a, rate - 0.25 * v * b, -0.25 * v * c)) vars dxx)
                  right)
         (transpose var_x) explicit
  let implicit = map (\(a, b, c) -> (-0.25 * var_y * a, rate - 0.25 * var_y * b, -0.25 * var_y * c)) dyy
  in map2 (\us vs -> solve implicit (map2 (\u v -> rate * u - 0.5 * v) us vs))
          (transpose half) in_y

def price (n: i64) (m: i64) (steps: i64) (s0: f32) (t: f32) (alpha: f32) (nu: f32) (beta: f32)
          (strike: f32) : f32 =
  let dx = 20 * alpha * s0 * f32.sqrt t / f32.i64 n
  let dy = 10 * nu * f32.sqrt t / f32.i64 m
  let (at_x, at_y) = (i64.f32 (s0 / dx), m / 2)
  let xs = grid n at_x dx s0
  let ys = grid m at_y dy (f32.log alpha)
  let (dxx, dyy) = (second_derivative xs, second_derivative ys)
  let time (i: i64) = t * f32.i64 i / f32.i64 (steps - 1)
  let payoff = map (\x -> replicate m (f32.max 0 (x - strike))) xs
  let final =
    loop values = payoff for k < steps - 1 do
      let now = steps - 2 - k
      let var_x =
        map (\x ->
               map (\y -> f32.exp (2 * (beta * f32.log x + y - 0.5 * nu * nu * time now))) ys)
            xs
      in step (1 / (time (now + 1) - time now)) var_x (nu * nu) dxx dyy values
  in final[at_x, at_y]

entry main (options: i64) (n: i64) (m: i64) (steps: i64)
           (s0: f32) (t: f32) (alpha: f32) (nu: f32) (beta: f32) : [options]f32 =
  map (\i -> price n m steps s0 t alpha nu beta (0.001 * f32.i64 i)) (iota options)

-- ==
-- entry: chosen
-- compiled input { [6i64, 15i64] 32i64 256i64 256i64 0.03f32 5f32 0.2f32 0.6f32 0.5f32 }
-- output { [0.0247889f32, 0.02199f32] }
-- allocs: 4611 copies: 16320
entry chosen [k] (options: [k]i64) (n: i64) (m: i64) (steps: i64)
             (s0: f32) (t: f32) (alpha: f32) (nu: f32) (beta: f32) : [k]f32 =
  map (\i -> price n m steps s0 t alpha nu beta (0.001 * f32.i64 i)) options
