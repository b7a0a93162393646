-- American puts by a binomial tree (Cox, Ross, Rubinstein 1979), one backward induction for
-- each option.
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
-- input { 3i64 5i64 }
-- output { [16.819765f32, 8.514922f32, 21.305683f32] }
-- input { 1i64 1i64 }
-- output { [19.689392f32, 19.689392f32, 19.689392f32] }
-- notest input { 20i64 32i64 }
-- notest input { 4096i64 255i64 }
entry main (n: i64) (steps: i64) : [3]f32 =
  let prices =
    tabulate n (\i ->
                  let spot = 80 + 40 * uniform 1 i
                  let dt = 1 / f32.i64 steps
                  let up = f32.exp (0.3 * f32.sqrt dt)
                  let p = (f32.exp (0.05 * dt) - 1 / up) / (up - 1 / up)
                  let discount = f32.exp (-0.05 * dt)
                  let worth level j = f32.max 0 (100 - spot * up ** f32.i64 (2 * j - level))
                  let leaves = map (worth steps) (iota (steps + 1))
                  let values =
                    loop vs = leaves for l < steps do
                      let level = steps - 1 - l
                      in tabulate (steps + 1) (\j ->
                                                 if j > level
                                                 then 0
                                                 else f32.max (worth level j) (discount * (p * vs[j + 1] + (1 - p) * vs[j])))
                  in values[0])
  in [f32.sum prices / f32.i64 n, f32.minimum prices, f32.maximum prices]
