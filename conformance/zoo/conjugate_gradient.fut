-- Poisson's equation on a square by conjugate gradients (Hestenes, Stiefel 1952), so many steps of a five-point
-- operator and two inner products.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 6i64 4i32 }
-- output { [0.16150028f32, 0.1409953f32, 0.23079413f32] }
-- input { 2i64 1i32 }
-- output { [0.13456121f32, 0.46607503f32, 4.017692e-2f32] }
-- notest input { 64i64 20i32 }
-- notest input { 256i64 30i32 }
-- notest input { 2048i64 100i32 }
entry main (n: i64) (steps: i32) : [3]f32 =
  let apply (x: [n][n]f32) =
    let at i j = if i < 0 || i >= n || j < 0 || j >= n then 0 else x[i, j]
    in tabulate_2d n n (\i j -> 4.01 * x[i, j] - at (i - 1) j - at (i + 1) j - at i (j - 1) - at i (j + 1))
  let dot (x: [n][n]f32) (y: [n][n]f32) = f32.sum (map2 (*) (flatten x) (flatten y))
  let b = tabulate_2d n n (\i j -> uniform 1 (i * n + j) - 0.5)
  let (x, r, _, _) =
    loop (x, r, p, rr) = (replicate n (replicate n 0), b, b, dot b b) for _k < steps do
      let q = apply p
      let alpha = rr / (dot p q + 1e-30)
      let x = map2 (map2 (\a c -> a + alpha * c)) x p
      let r = map2 (map2 (\a c -> a - alpha * c)) r q
      let next = dot r r
      let p = map2 (map2 (\a c -> a + next / (rr + 1e-30) * c)) r p
      in (x, r, p, next)
  in [f32.sqrt (dot x x / f32.i64 (n * n)), f32.sqrt (dot r r / dot b b), f32.maximum (flatten x)]
