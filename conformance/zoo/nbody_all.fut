-- Gravity between all pairs of n bodies, leapfrog steps (Nyland, Harris, Prins 2007).
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

type vec = (f32, f32, f32)

def plus ((a, b, c): vec) ((d, e, f): vec) : vec = (a + d, b + e, c + f)
def times (s: f32) ((a, b, c): vec) : vec = (s * a, s * b, s * c)

def pull ((x, y, z): vec) ((x', y', z'): vec, m: f32) : vec =
  let (dx, dy, dz) = (x' - x, y' - y, z' - z)
  let r2 = dx * dx + dy * dy + dz * dz + 0.01
  let inverse = 1 / f32.sqrt r2
  in times (m * inverse * inverse * inverse) (dx, dy, dz)

-- ==
-- entry: main
-- input { 6i64 3i32 }
-- output { [0.3661849f32, 0.29856715f32, 0.3940053f32, 0.94792855f32] }
-- input { 1i64 2i32 }
-- output { [0.0f32, 7.7651143e-3f32, 1.9421697e-2f32, 6.073171e-2f32] }
-- notest input { 200i64 3i32 }
-- notest input { 16384i64 5i32 }
entry main (n: i64) (steps: i32) : [4]f32 =
  let ps = tabulate n (\i -> (uniform 1 i, uniform 2 i, uniform 3 i))
  let ms = tabulate n (\i -> (0.5 + uniform 4 i) / f32.i64 n)
  let vs = replicate n (0f32, 0f32, 0f32)
  let (ps, vs) =
    loop (ps, vs) for _i < steps do
      let bodies = zip ps ms
      let as = map (\p -> reduce plus (0, 0, 0) (map (pull p) bodies)) ps
      let vs = map2 (\v a -> plus v (times 0.01 a)) vs as
      in (map2 (\p v -> plus p (times 0.01 v)) ps vs, vs)
  let energy = f32.sum (map2 (\m (a, b, c) -> 0.5 * m * (a * a + b * b + c * c)) ms vs)
  let (xs, ys, zs) = unzip3 ps
  in [1000 * energy, f32.sum xs / f32.i64 n, f32.sum ys / f32.i64 n, f32.maximum zs]
