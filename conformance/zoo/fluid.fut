-- Stable fluids (Stam 1999) on an n * n grid: diffuse and project by Jacobi's method
-- with j sweeps, move backwards along the velocity.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def near [n] (a: [n][n]f32) (i: i64) (k: i64) : f32 =
  a[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (n - 1) k)]

def jacobi [n] (sweeps: i32) (a: f32) (c: f32) (x0: [n][n]f32) : [n][n]f32 =
  loop x = x0 for _i < sweeps do
    tabulate_2d n n (\i k -> (x0[i, k] + a * (near x (i - 1) k + near x (i + 1) k + near x i (k - 1) + near x i (k + 1))) / c)

def advect [n] (dt: f32) (u: [n][n]f32) (v: [n][n]f32) (d: [n][n]f32) : [n][n]f32 =
  let most = f32.i64 (n - 1)
  in tabulate_2d n n (\i k ->
                        let y = f32.max 0 (f32.min most (f32.i64 i - dt * u[i, k]))
                        let x = f32.max 0 (f32.min most (f32.i64 k - dt * v[i, k]))
                        let (i0, k0) = (i64.f32 y, i64.f32 x)
                        let (s, t) = (y - f32.i64 i0, x - f32.i64 k0)
                        in (1 - s) * ((1 - t) * near d i0 k0 + t * near d i0 (k0 + 1)) + s * ((1 - t) * near d (i0 + 1) k0 + t * near d (i0 + 1) (k0 + 1)))

def project [n] (sweeps: i32) (u: [n][n]f32) (v: [n][n]f32) : ([n][n]f32, [n][n]f32) =
  let div = tabulate_2d n n (\i k -> -0.5 * (near u (i + 1) k - near u (i - 1) k + near v i (k + 1) - near v i (k - 1)))
  let p = jacobi sweeps 1 4 div
  in (tabulate_2d n n (\i k -> u[i, k] - 0.5 * (near p (i + 1) k - near p (i - 1) k)),
      tabulate_2d n n (\i k -> v[i, k] - 0.5 * (near p i (k + 1) - near p i (k - 1))))

-- ==
-- entry: main
-- input { 20i64 1i32 3i32 }
-- output { [0.5353258f32, 0.4656491f32, 0.67901015f32] }
-- input { 9i64 2i32 1i32 }
-- output { [0.7415999f32, 0.6910352f32, 1.0f32] }
-- notest input { 64i64 2i32 10i32 }
-- notest input { 1024i64 10i32 20i32 }
entry main (n: i64) (steps: i32) (sweeps: i32) : [3]f32 =
  let u = tabulate_2d n n (\i k -> 2 * uniform 1 (i / 8 * 1000 + k / 8) - 1)
  let v = tabulate_2d n n (\i k -> 2 * uniform 2 (i / 8 * 1000 + k / 8) - 1)
  let d = tabulate_2d n n (\i k -> if (i / 16 + k / 16) % 2 == 0 then 1 else 0)
  let (u, v, d) =
    loop (u, v, d) for _t < steps do
      let u = jacobi sweeps 0.1 1.4 u
      let v = jacobi sweeps 0.1 1.4 v
      let (u, v) = project sweeps u v
      let (u, v) = (advect 0.5 u v u, advect 0.5 u v v)
      let (u, v) = project sweeps u v
      in (u, v, advect 0.5 u v (jacobi sweeps 0.05 1.2 d))
  let mean a = f32.sum (flatten a) / f32.i64 (n * n)
  in [mean (map (map f32.abs) u), mean (map (map f32.abs) v), mean d]
