-- Fluxes of the Euler equations in three dimensions through the faces of an
-- unstructured grid of cells with four neighbours each, Lax-Friedrichs fluxes, explicit
-- steps (Corrigan, Camelli, Loehner, Wallin 2009).
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

type vec = (f32, f32, f32)
type state = (f32, vec, f32)

def pressure ((rho, (mx, my, mz), e): state) : f32 =
  0.4 * (e - 0.5 * (mx * mx + my * my + mz * mz) / rho)

def along ((nx, ny, nz): vec) (u: state) : state =
  let (rho, (mx, my, mz), e) = u
  let p = pressure u
  let v = (mx * nx + my * ny + mz * nz) / rho
  in (rho * v, (mx * v + p * nx, my * v + p * ny, mz * v + p * nz), (e + p) * v)

def speed (u: state) : f32 =
  let (rho, (mx, my, mz), _) = u
  in f32.sqrt (1.4 * f32.max 0.01 (pressure u) / rho) + f32.sqrt (mx * mx + my * my + mz * mz) / rho

def plus ((a, (b, c, d), e): state) ((a', (b', c', d'), e'): state) : state =
  (a + a', (b + b', c + c', d + d'), e + e')

def times (s: f32) ((a, (b, c, d), e): state) : state = (s * a, (s * b, s * c, s * d), s * e)

def far : state = (1.0, (1.2, 0.0, 0.0), 3.22)

def flux (normal: vec) (a: state) (b: state) : state =
  let most = f32.max (speed a) (speed b)
  in plus (times 0.5 (plus (along normal a) (along normal b))) (times (0.5 * most) (plus a (times (-1) b)))

-- ==
-- entry: main
-- input { 60i64 3i32 }
-- output { [1.0325158f32, 0.2985445f32, 4.08065e-2f32, 1.2856688e-5f32, 2.6684065f32] }
-- input { 5i64 1i32 }
-- output { [1.0173436f32, 0.3474821f32, 3.3980463e-2f32, 0.0f32, 2.7012f32] }
-- notest input { 10000i64 10i32 }
-- notest input { 1000000i64 50i32 }
entry main (n: i64) (steps: i32) : [5]f32 =
  let near =
    tabulate_2d n 4 (\i j ->
                       let reach = i64.u32 (hash (u32.i64 (i * 4 + j)) % 64) - 32
                       let k = i + reach in if k < 0 || k >= n || k == i then -1 else k)
  let normals =
    tabulate_2d n 4 (\i j ->
                       let s = 0.1 + 0.1 * uniform 5 i
                       in if j == 0 then (s, 0, 0) else if j == 1 then (-s, 0, 0) else if j == 2 then (0, s, 0.5 * s) else (0, -s, -0.5 * s))
  let cells = tabulate n (\i -> (1 + 0.1 * uniform 1 i, (0.2 * uniform 2 i, 0.1 * uniform 3 i, 0f32), 2.5 + 0.1 * uniform 4 i))
  let cells =
    loop cells for _i < steps do
      map3 (\u ns ks ->
              let fluxes = map2 (\k normal -> flux normal u (if k < 0 then far else cells[k])) ks ns
              in plus u (times (-0.05) (reduce plus (0, (0, 0, 0), 0) fluxes)))
           cells normals near
  let (rho, m, e) = unzip3 cells
  let (mx, my, mz) = unzip3 m
  in map (\xs -> f32.sum xs / f32.i64 n) [rho, mx, my, mz, e]
