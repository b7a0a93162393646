-- An Asian option by Monte Carlo with the geometric mean as control variate (Kemna, Vorst 1990): each path
-- is a loop over its dates.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 20i64 4i64 }
-- output { [6.5448494f32, 6.4163766f32, 0.9903393f32] }
-- input { 1i64 2i64 }
-- output { [2.9861777f32, 2.9860325f32, 0.0f32] }
-- notest input { 1000i64 50i64 }
-- notest input { 10000i64 50i64 }
-- notest input { 1000000i64 250i64 }
entry main (paths: i64) (dates: i64) : [3]f32 =
  let (spot, strike, rate, vol, years) = (100f32, 100f32, 0.05f32, 0.2f32, 1f32)
  let dt = years / f32.i64 dates
  let outcome i =
    let (_, total, logs) =
      loop (s, total, logs) = (spot, 0, 0) for k < dates do
        let (u, v) = (1 - uniform 1 (i * dates + k), uniform 2 (i * dates + k))
        let z = f32.sqrt (-2 * f32.log u) * f32.cos (2 * f32.pi * v)
        let s = s * f32.exp ((rate - 0.5 * vol * vol) * dt + vol * f32.sqrt dt * z)
        in (s, total + s, logs + f32.log s)
    let arithmetic = f32.max 0 (total / f32.i64 dates - strike)
    let geometric = f32.max 0 (f32.exp (logs / f32.i64 dates) - strike)
    in (arithmetic, geometric)
  let (a, g) = unzip (map outcome (iota paths))
  let mean xs = f32.sum xs / f32.i64 paths
  let (ma, mg) = (mean a, mean g)
  let cov = mean (map2 (\x y -> (x - ma) * (y - mg)) a g)
  in [f32.exp (-rate * years) * ma, f32.exp (-rate * years) * mg, cov / (1 + mean (map (\y -> (y - mg) * (y - mg)) g))]
