-- Prices of European call and put options (Black and Scholes 1973), with the
-- cumulative normal distribution as a polynomial (Abramowitz and Stegun 26.2.17).
def cnd (d: f64) : f64 =
  let k = 1 / (1 + 0.2316419 * f64.abs d)
  let p = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  let tail = 0.39894228040143267794 * f64.exp (-0.5 * d * d) * p
  in if d > 0 then 1 - tail else tail

entry main [n] (price: [n]f64) (strike: [n]f64) (years: [n]f64) : ([n]f64, [n]f64) =
  let r = 0.02
  let v = 0.30
  in unzip (map3 (\s x t ->
                    let sqrt_t = f64.sqrt t
                    let d1 = (f64.log (s / x) + (r + 0.5 * v * v) * t) / (v * sqrt_t)
                    let d2 = d1 - v * sqrt_t
                    let discounted = x * f64.exp (-r * t)
                    in ( s * cnd d1 - discounted * cnd d2
                       , discounted * (1 - cnd d2) - s * (1 - cnd d1)))
                 price strike years)
