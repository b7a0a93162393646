-- The price of a European call by quasi-Monte Carlo: Sobol's sequence in two dimensions
-- by index (Bratley, Fox 1988), normal numbers by Box-Muller, two-asset basket
-- beside the Black-Scholes formula.
--
-- Expected results: by Futhark's interpreter.
def directions : [2][32]u32 =
  let first = tabulate 32 (\k -> 1u32 << u32.i64 (31 - k))
  let second =
    (loop v = replicate 32 (1u32 << 31) for k in map (+ 1) (iota 31) do
       v with [k] = v[k - 1] ^ (v[k - 1] >> 1))
  in [first, second]

def sobol (v: [32]u32) (i: u32) : f32 =
  let gray = i ^ (i >> 1)
  let bits = reduce (^) 0 (map2 (\k d -> if (gray >> u32.i64 k) & 1 == 1 then d else 0) (iota 32) v)
  in (f32.u32 (bits >> 8) + 0.5) / 16777216

def cnd (x: f32) : f32 =
  let k = 1 / (1 + 0.2316419 * f32.abs x)
  let tail = 0.39894228 * f32.exp (-0.5 * x * x) * k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  in if x < 0 then tail else 1 - tail

-- ==
-- entry: main
-- input { 100i64 100f32 105f32 }
-- output { [11.024731f32, 10.09837f32, 11.976887f32] }
-- input { 5i64 90f32 105f32 }
-- output { [0.0f32, 0.0f32, 7.0502152f32] }
-- notest input { 10000i64 100f32 105f32 }
-- notest input { 16777216i64 100f32 105f32 }
entry main (n: i64) (spot: f32) (strike: f32) : [3]f32 =
  let (rate, vol, years) = (0.05f32, 0.3f32, 1f32)
  let vs = directions
  let payoffs =
    tabulate n (\i ->
                  let u = sobol vs[0] (u32.i64 (i + 1))
                  let w = sobol vs[1] (u32.i64 (i + 1))
                  let r = f32.sqrt (-2 * f32.log u)
                  let (z1, z2) = (r * f32.cos (2 * f32.pi * w), r * f32.sin (2 * f32.pi * w))
                  let drift = (rate - 0.5 * vol * vol) * years
                  let s1 = spot * f32.exp (drift + vol * f32.sqrt years * z1)
                  let s2 = spot * f32.exp (drift + vol * f32.sqrt years * (0.5 * z1 + 0.8660254 * z2))
                  in (f32.max 0 (s1 - strike), f32.max 0 (0.5 * (s1 + s2) - strike)))
  let (a, b) = reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) payoffs
  let d1 = (f32.log (spot / strike) + (rate + 0.5 * vol * vol) * years) / (vol * f32.sqrt years)
  let exact = spot * cnd d1 - strike * f32.exp (-rate * years) * cnd (d1 - vol * f32.sqrt years)
  in map (/ f32.i64 n) [f32.exp (-rate * years) * a, f32.exp (-rate * years) * b, exact * f32.i64 n]
