-- The Beeler-Reuter model of a heart cell (Beeler, Reuter 1977), eight state variables,
-- explicit Euler with 0.01 ms; each cell is stimulated more or less.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def rate (c1: f32) (c2: f32) (c3: f32) (c4: f32) (c5: f32) (c6: f32) (c7: f32) (v: f32) : f32 =
  (c1 * f32.exp (c2 * (v + c3)) + c4 * (v + c5)) / (f32.exp (c6 * (v + c3)) + c7)

-- ==
-- entry: main
-- input { 5i64 300i32 }
-- output { [-28.745861f32, 0.18898802f32, 0.45671287f32, 0.6138134f32, 0.85342616f32, 2.5835376e-2f32, 0.9930007f32, 1.4583351e-3f32] }
-- input { 2i64 1i32 }
-- output { [-84.40708f32, 0.17999892f32, 1.0989655e-2f32, 0.9879975f32, 0.9749999f32, 2.999965e-3f32, 0.99400115f32, 1.0024456e-4f32] }
-- notest input { 1000i64 1000i32 }
-- notest input { 100000i64 2000i32 }
entry main (n: i64) (steps: i32) : [8]f32 =
  let cells =
    tabulate n (\i ->
                  let stimulus = 10 + 20 * uniform 1 i
                  in loop (v, ca, m, h, j, d, f, x) = (-84.57f32, 1.8e-7f32, 0.011f32, 0.988f32, 0.975f32, 0.003f32, 0.994f32, 0.0001f32) for t < steps do
                       let gate a b g = g + 0.01 * (a * (1 - g) - b * g)
                       let es = -82.3 - 13.0287 * f32.log ca
                       let ik1 =
                         0.35 * (4 * (f32.exp (0.04 * (v + 85)) - 1) / (f32.exp (0.08 * (v + 53)) + f32.exp (0.04 * (v + 53)))
                                 + 0.2 * (if f32.abs (v + 23) < 0.001 then 25 else (v + 23) / (1 - f32.exp (-0.04 * (v + 23)))))
                       let ix1 = x * 0.8 * (f32.exp (0.04 * (v + 77)) - 1) / f32.exp (0.04 * (v + 35))
                       let ina = (4 * m * m * m * h * j + 0.003) * (v - 50)
                       let is = 0.09 * d * f * (v - es)
                       let im = if t % 50000 < 200 then stimulus else 0
                       let v' = v - 0.01 * (ik1 + ix1 + ina + is - im)
                       let ca' = ca + 0.01 * (-1e-7 * is + 0.07 * (1e-7 - ca))
                       let am = if f32.abs (v + 47) < 0.001 then 10 else rate 0 0 47 (-1) 47 (-0.1) (-1) v
                       in (v', ca',
                           gate am (rate 40 (-0.056) 72 0 0 0 0 v) m,
                           gate (rate 0.126 (-0.25) 77 0 0 0 0 v) (rate 1.7 0 22.5 0 0 (-0.082) 1 v) h,
                           gate (rate 0.055 (-0.25) 78 0 0 (-0.2) 1 v) (rate 0.3 0 32 0 0 (-0.1) 1 v) j,
                           gate (rate 0.095 (-0.01) (-5) 0 0 (-0.072) 1 v) (rate 0.07 (-0.017) 44 0 0 0.05 1 v) d,
                           gate (rate 0.012 (-0.008) 28 0 0 0.15 1 v) (rate 0.0065 (-0.02) 30 0 0 (-0.2) 1 v) f,
                           gate (rate 0.0005 0.083 50 0 0 0.057 1 v) (rate 0.0013 (-0.06) 20 0 0 (-0.04) 1 v) x))
  let mean f = f32.sum (map f cells) / f32.i64 n
  in [mean (\c -> c.0), mean (\c -> 1e6 * c.1), mean (\c -> c.2), mean (\c -> c.3), mean (\c -> c.4), mean (\c -> c.5), mean (\c -> c.6), mean (\c -> c.7)]
