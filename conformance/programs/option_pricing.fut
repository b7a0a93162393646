-- Monte-Carlo pricing of European options on several underlyings, in parallel
-- over paths: a Sobol sequence (Bratley and Fox, ACM TOMS 14, 1988) gives each
-- path a point of the unit cube, Wichura's AS 241 (Applied Statistics 37, 1988)
-- makes normal variates of its coordinates, a Brownian bridge makes random walks
-- of those, and the Black–Scholes model makes prices of these.
--
-- The problem, the contracts and the data sets with their published results are
-- FinPar's (Andreetta et al., ACM TACO 2016), see data/README.md. The published
-- results are sums in f32, and right to a thousandth: the first contract is worth
-- 167.0925 by the Black–Scholes formula, and published is 166.9426. Fewer paths
-- meet the same results within the tests' tolerance.
-- ==
-- entry: main
-- input @ data/optionpricing-small-8192.in
-- output @ data/optionpricing-small.out
-- compiled input @ data/optionpricing-medium-65536.in
-- output @ data/optionpricing-medium.out
-- allocs: 458754 copies: 0
-- notest input @ data/optionpricing-small.in
-- output @ data/optionpricing-small.out
-- notest input @ data/optionpricing-medium.in
-- output @ data/optionpricing-medium.out

-- | Point number i of the Sobol sequence, as integers of some bits.
def sobol [m] [bits] (directions: [m][bits]i32) (i: i32) : [m]i32 =
  let gray = (i + 1) ^ ((i + 1) >> 1)
  in map (\vs ->
            loop x = 0 for k < bits do
              if (gray >> i32.i64 k) & 1 == 1 then x ^ vs[k] else x)
         directions

def polynomial [n] (cs: [n]f32) (x: f32) : f32 = foldr (\c y -> c + x * y) 0 cs

-- | The normal variate below which a share p of all lies.
def quantile (p: f32) : f32 =
  let q = p - 0.5
  in if f32.abs q <= 0.425
     then
       let r = 0.180625 - q * q
       in q * polynomial [3.3871327179, 50.434271938, 159.29113202, 59.109374720] r
          / polynomial [1, 17.895169469, 78.757757664, 67.187563600] r
     else
       let r = f32.sqrt (-f32.log (if q < 0 then p else 1 - p))
       let x =
         if r <= 5
         then
           polynomial [1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103] (r - 1.6)
           / polynomial [1, 0.73700164250, 0.12021132975] (r - 1.6)
         else
           polynomial [6.6579051150, 3.0812263860, 0.42868294337, 0.017337203997] (r - 5)
           / polynomial [1, 0.24197894225, 0.012258202635] (r - 5)
       in if q < 0 then -x else x

-- | How a Brownian bridge comes to its dates: date at[i] is drawn in step i, with
-- a deviation, between the dates left[i] and right[i] with weights. Dates count
-- from 1; left[i] = 0 is the start.
type bridge [dates] =
  { at: [dates]i32, left: [dates]i32, right: [dates]i32
  , deviation: [dates]f32, left_weight: [dates]f32, right_weight: [dates]f32}

-- | The steps of a random walk, of which a bridge draws the points.
def walk [dates] (b: bridge [dates]) (normals: [dates]f32) : [dates]f32 =
  let points =
    loop points = replicate dates 0 for i < dates do
      let left = if b.left[i] == 0 then 0 else b.left_weight[i] * points[b.left[i] - 1]
      let right = if i == 0 then 0 else b.right_weight[i] * points[b.right[i] - 1]
      in points with [b.at[i] - 1] = left + right + b.deviation[i] * normals[i]
  in map (\i -> if i == 0 then points[0] else points[i] - points[i - 1]) (iota dates)

-- | A market of some underlyings: how they depend on each other, as the lower
-- triangle whose square is the matrix of correlations; volatilities and drifts by
-- date; their prices at the start; factors for paying later.
type market [dates] [unders] [payments] =
  { correlation: [unders][unders]f32, volatility: [dates][unders]f32, drift: [dates][unders]f32
  , start: [unders]f32, discount: [payments]f32}

def prices [dates] [unders] [payments] (m: market [dates] [unders] [payments])
           (walks: [dates][unders]f32) : [dates][unders]f32 =
  let growth =
    map3 (\moves volatility drift ->
            map4 (\u row v d ->
                    let move = loop sum = 0 for k < u + 1 do sum + row[k] * moves[k]
                    in f32.exp (v * move + d))
                 (iota unders) m.correlation volatility drift)
         walks m.volatility m.drift
  in scan (map2 (*)) (replicate unders 1) growth |> map (map2 (*) m.start)

-- | What FinPar's contracts pay for a path of prices.
def payoff [dates] [unders] [payments] (contract: i32) (discount: [payments]f32)
           (path: [dates][unders]f32) : f32 =
  let worst (d: i64) = f32.min (path[d, 0] / 3758.05) (f32.min (path[d, 1] / 11840) (path[d, 2] / 1200))
  in if contract == 1
     then f32.max 0 (path[0, 0] - 4000) * discount[0]
     else if contract == 2
     then
       let (date, _) =
         loop (d, going) = (0, true) while going && d < 4 do
           if worst d >= 1 then (d, false) else (d + 1, true)
       let last = worst 4
       let amount =
         if date < 4
         then 1150 + 150 * f32.i64 date
         else if last >= 1
         then 1750
         else if last > 0.75
         then 1000
         else 1000 * last
       in amount * discount[date]
     else
       let fell = any (\ps -> ps[0] <= 2630.635 || ps[1] <= 8288 || ps[2] <= 840) path
       let last = worst (dates - 1)
       let amount = if fell && last < 1 then 1000 * last else 1000
       in 100 * discount[0] + amount * discount[1]

def price [dates] [unders] [payments] [m] [bits] (contract: i32) (paths: i32)
          (directions: [m][bits]i32) (b: bridge [dates])
          (market: market [dates] [unders] [payments]) : f32 =
  let path i =
    sobol directions i
    |> map (\x -> quantile (f32.i32 x / f32.i32 (1 << i32.i64 bits)))
    |> (\normals -> unflatten (normals :> [dates * unders]f32))
    |> transpose |> map (walk b) |> transpose
    |> prices market
    |> payoff contract market.discount
  in f32.sum (map path (map i32.i64 (iota (i64.i32 paths)))) / f32.i32 paths

entry main [models] [dates] [unders] [m] [bits] [deterministic] [payments]
           (contract: i32) (paths: i32) (directions: [m][bits]i32)
           (correlations: [models][unders][unders]f32)
           (volatilities: [models][dates][unders]f32) (drifts: [models][dates][unders]f32)
           (starts: [models][unders]f32) (_deterministic: [models][deterministic]f32)
           (discounts: [models][payments]f32)
           (indices: [3][dates]i32) (weights: [3][dates]f32) : [models]f32 =
  let b = { at = indices[0], left = indices[1], right = indices[2]
          , deviation = weights[0], left_weight = weights[1], right_weight = weights[2]}
  in map5 (\correlation volatility drift start discount ->
             price contract paths directions b {correlation, volatility, drift, start, discount})
          correlations volatilities drifts starts discounts

-- The first dimension of a Sobol sequence halves the longest gaps, and the second
-- one begins 1/2, 1/4, 3/4 (Bratley and Fox).
-- ==
-- entry: points
-- input { [[4, 2, 1], [4, 6, 5]] 7i32 }
-- output { [[0.5f32, 0.5f32], [0.75f32, 0.25f32], [0.25f32, 0.75f32], [0.375f32, 0.375f32],
--           [0.875f32, 0.875f32], [0.625f32, 0.125f32], [0.125f32, 0.625f32]] }
entry points [m] [bits] (directions: [m][bits]i32) (n: i32) : [][]f32 =
  map (\i -> map (\x -> f32.i32 x / 8) (sobol directions (i32.i64 i))) (iota (i64.i32 n))

-- From tables of the normal distribution.
-- ==
-- entry: quantiles
-- input { [0.5f32, 0.975f32, 0.999f32, 0.025f32, 1e-10f32, 1e-20f32] }
-- output { [0f32, 1.959964f32, 3.090232f32, -1.959964f32, -6.361341f32, -9.262340f32] }
entry quantiles [n] (ps: [n]f32) : [n]f32 = map quantile ps
