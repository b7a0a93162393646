-- The shallow-water equations by the Lax-Friedrichs scheme with reflecting walls.
--
-- Expected results: by Futhark's interpreter.
type state = (f32, f32, f32)

def g : f32 = 9.81

def flux_x ((h, u, v): state) : state = (u, u * u / h + 0.5 * g * h * h, u * v / h)
def flux_y ((h, u, v): state) : state = (v, u * v / h, v * v / h + 0.5 * g * h * h)

-- ==
-- entry: main
-- input { 6i64 5i64 3i32 }
-- output { [1.0390953f32, 1.0712695f32, 4.399146e-2f32, 0.112684906f32] }
-- input { 3i64 3i64 1i32 }
-- output { [1.0492563f32, 1.1072792f32, 5.531142e-2f32, 0.22185822f32] }
-- notest input { 64i64 64i64 20i32 }
-- notest input { 200i64 200i64 20i32 }
-- notest input { 2048i64 2048i64 50i32 }
entry main (n: i64) (m: i64) (steps: i32) : [4]f32 =
  let start =
    tabulate_2d n m (\i j ->
                       let (y, x) = (f32.i64 i / f32.i64 n - 0.4, f32.i64 j / f32.i64 m - 0.3)
                       in (1 + 0.5 * f32.exp (-40 * (x * x + y * y)), 0f32, 0f32))
  let ratio = 0.1f32
  let step (q: [n][m]state) =
    let at i j =
      let (h, u, v) = q[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
      in (h, if j < 0 || j >= m then -u else u, if i < 0 || i >= n then -v else v)
    in tabulate_2d n m (\i j ->
                          let (w, e, s, t) = (at i (j - 1), at i (j + 1), at (i - 1) j, at (i + 1) j)
                          let (fw, fe, fs, ft) = (flux_x w, flux_x e, flux_y s, flux_y t)
                          let next (f: state -> f32) = 0.25 * (f w + f e + f s + f t) - 0.5 * ratio * (f fe - f fw + f ft - f fs)
                          in (next (.0), next (.1), next (.2)))
  let out = flatten (loop q = start for _k < steps do step q)
  let size = f32.i64 (n * m)
  in [f32.sum (map (.0) out) / size, f32.maximum (map (.0) out), f32.sum (map (\a -> f32.abs a.1) out) / size, f32.maximum (map (.2) out)]
