-- A particle filter (Gordon, Salmond, Smith 1993) that tracks a point in the plane:
-- move, weigh by the likelihood of a noisy observation, estimate, resample by the
-- cumulative weights.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def gauss (s: u32) (i: i64) : f32 =
  f32.sqrt (-2 * f32.log (1 - uniform s i)) * f32.cos (2 * f32.pi * uniform (s + 1000) i)

def first_above [n] (cdf: [n]f32) (u: f32) : i64 =
  (loop (lo, hi) = (0, n - 1) while lo < hi do
     let mid = (lo + hi) / 2
     in if cdf[mid] >= u then (lo, mid) else (mid + 1, hi)).0

-- ==
-- entry: main
-- input { 60i64 3i64 }
-- output { [[0.66824436f32, -1.8325585f32], [2.6790931f32, -3.5559468f32], [3.4056754f32, -5.56013f32]] }
-- input { 33i64 2i64 }
-- output { [[0.6982976f32, -2.1399045f32], [2.8154128f32, -3.2957919f32]] }
-- notest input { 1000i64 10i64 }
-- notest input { 2000000i64 10i64 }
entry main (n: i64) (frames: i64) : [frames][2]f32 =
  let xs = replicate n 0f32
  let ys = replicate n 0f32
  let (_, _, track) =
    loop (xs, ys, track) = (xs, ys, replicate frames [0f32, 0]) for t < frames do
      let s = u32.i64 (4 * t)
      let xs = map2 (\x i -> x + 1 + 2 * gauss (s + 1) i) xs (iota n)
      let ys = map2 (\y i -> y - 2 + 2 * gauss (s + 2) i) ys (iota n)
      let (ox, oy) = (f32.i64 (t + 1) + 0.5 * gauss 77 t, -2 * f32.i64 (t + 1) + 0.5 * gauss 78 t)
      let ws = map2 (\x y -> f32.exp (-0.5 * ((x - ox) ** 2 + (y - oy) ** 2))) xs ys
      let total = f32.sum ws
      let ws = map (/ total) ws
      let ex = f32.sum (map2 (*) xs ws)
      let ey = f32.sum (map2 (*) ys ws)
      let cdf = scan (+) 0 ws
      let u1 = uniform 5 t / f32.i64 n
      let pick = map (\j -> first_above cdf (u1 + f32.i64 j / f32.i64 n)) (iota n)
      in (map (\k -> xs[k]) pick, map (\k -> ys[k]) pick, track with [t] = [ex, ey])
  in track
