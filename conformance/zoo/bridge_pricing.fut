-- Pricing by quasi-Monte Carlo (Andreetta et al. 2016, FinPar's option pricing): Sobol vectors by index,
-- normal numbers by the inverse of their distribution, a Brownian bridge over the dates, prices of correlated
-- assets by a scan over the dates, a barrier option on the worst of them.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
-- The direction numbers of dimension d: upper triangular, from a hash.
def direction (d: i64) (k: i64) : u32 =
  let m = (hash (u32.i64 (d * 32 + k)) % (1 << u32.i64 (k + 1))) | 1
  in m << u32.i64 (31 - k)

def sobol [d] (directions: [d][30]u32) (i: u32) : [d]f32 =
  let gray = i ^ (i >> 1)
  let bits v = reduce (^) 0 (map2 (\x k -> if (gray >> u32.i64 k) & 1 == 1 then x else 0) v (iota 30))
  in map (\v -> (f32.u32 (bits v >> 8) + 0.5) / 16777216) directions

-- The inverse of the normal distribution (Hastings 1955, 26.2.23 of Abramowitz and Stegun).
def inverse_normal (u: f32) : f32 =
  let p = f32.min u (1 - u)
  let t = f32.sqrt (-2 * f32.log p)
  let x = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t)
  in if u < 0.5 then -x else x

-- In which order a bridge fills its dates: the last first, then the middle of each gap; with the dates left
-- (0 for the start) and right of it.
def bridge_order (dates: i64) : ([dates]i64, [dates]i64, [dates]i64) =
  let at = replicate dates 0 with [0] = dates - 1
  let known = replicate dates false with [dates - 1] = true
  let (at, left, right, _, _) =
    loop (at, left, right, known, j) = (at, replicate dates 0, replicate dates 0, known, 0) for i in 1..<dates do
      let j = loop j while known[j] do (j + 1) % dates
      let k = loop k = j while !known[k] do k + 1
      let l = j + (k - 1 - j) / 2
      in (at with [i] = l, left with [i] = j, right with [i] = k, known with [l] = true, (k + 1) % dates)
  in (at, left, right)

-- ==
-- entry: main
-- input { 20i64 2i64 5i64 }
-- output { [2.343313e-2f32, 0.0f32, 0.93996084f32] }
-- input { 1i64 1i64 2i64 }
-- output { [8.788347e-3f32, 0.0f32, 1.0087883f32] }
-- notest input { 1000i64 3i64 8i64 }
-- notest input { 10000i64 3i64 16i64 }
-- notest input { 1000000i64 3i64 64i64 }
entry main (paths: i64) (assets: i64) (dates: i64) : [3]f32 =
  let directions = tabulate (assets * dates) (\d -> tabulate 30 (direction d))
  let (at, left, right) = bridge_order dates
  let correlation i j = if i == j then 0.8f32 else if j < i then 0.3 else 0
  let vol a = 0.15 + 0.05 * f32.i64 a
  let path i =
    let normal = map inverse_normal (sobol directions (u32.i64 i + 1)) |> sized (dates * assets) |> unflatten
    let bridge a =
      let w = replicate dates 0f32 with [dates - 1] = f32.sqrt (f32.i64 dates) * normal[0, a]
      let w =
        loop w for k in 1..<dates do
          let (m, l, r) = (at[k], left[k], right[k])
          let before = if l == 0 then 0 else w[l - 1]
          let (tl, tm, tr) = (f32.i64 l, f32.i64 (m + 1), f32.i64 (r + 1))
          let mean = ((tr - tm) * before + (tm - tl) * w[r]) / (tr - tl)
          let deviation = f32.sqrt ((tm - tl) * (tr - tm) / (tr - tl))
          in w with [m] = mean + deviation * normal[k, a]
      in map2 (\k x -> if k == 0 then x else x - w[k - 1]) (iota dates) w
    let steps = transpose (map bridge (iota assets))
    let factors =
      map (\z ->
             map (\a ->
                    let c = f32.sum (map2 (\b x -> correlation a b * x) (iota assets) z)
                    in f32.exp ((0.02 - 0.5 * vol a * vol a) / f32.i64 dates + vol a * c / f32.sqrt (f32.i64 dates))) (iota assets)) steps
    let prices = scan (map2 (*)) (replicate assets 1) factors
    let worst = map f32.minimum prices
    let hit = any (< 0.7) worst
    let final = worst[dates - 1]
    in (if hit then f32.max 0 (final - 1) * 0.5 else f32.max 0 (final - 1), f32.bool hit, final)
  let (pay, hits, final) = unzip3 (map path (iota paths))
  in map (\xs -> f32.sum xs / f32.i64 paths) [pay, hits, final]
