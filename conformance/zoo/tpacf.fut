-- The two-point angular correlation function (Landy, Szalay 1993; Parboil's tpacf):
-- for all pairs of directions a histogram of their angles in b bins.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def direction (s: u32) (i: i64) : (f32, f32, f32) =
  let z = 2 * uniform s i - 1
  let phi = 2 * f32.pi * uniform (s + 1) i
  let r = f32.sqrt (1 - z * z)
  in (r * f32.cos phi, r * f32.sin phi, z)

def pairs [n] (b: i64) (xs: [n](f32, f32, f32)) (ys: [n](f32, f32, f32)) : [b]i64 =
  let bins =
    map (\(x, y, z) ->
           map (\(x', y', z') ->
                  let dot = f32.max (-1) (f32.min 1 (x * x' + y * y' + z * z'))
                  in i64.min (b - 1) (i64.f32 (f32.acos dot / f32.pi * f32.i64 b))) ys) xs
  in reduce_by_index (replicate b 0) (+) 0 (flatten bins) (replicate (n * n) 1)

-- ==
-- entry: main
-- input { 20i64 4i64 }
-- output { [0.972973f32, 0.112676054f32, -0.5762712f32, -0.3030303f32] }
-- input { 3i64 8i64 }
-- output { [2.0f32, 0.0f32, 0.0f32, -2.0f32, -2.0f32, 0.0f32, 0.0f32, 0.0f32] }
-- notest input { 300i64 16i64 }
-- notest input { 8192i64 32i64 }
entry main (n: i64) (b: i64) : [b]f32 =
  let data = map (direction 1) (iota n)
  let random = map (direction 11) (iota n)
  let dd = pairs b data data
  let dr = pairs b data random
  let rr = pairs b random random
  in map3 (\d c r -> f32.i64 (d - 2 * c + r) / f32.i64 (i64.max 1 r)) dd dr rr
