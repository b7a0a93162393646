-- A signal: smoothed by weights over seven places with its ends repeated, its peaks, and their mean distance.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

-- ==
-- entry: main
-- notest input { 400000i64 }
entry main (n: i64) : (f64, i64, f64) =
  let signal = map (\i -> f64.sin (f64.i64 i * 0.01) + 0.2 * (uniform 8 i - 0.5)) (iota n)
  let weights = [-2f64, 3, 6, 7, 6, 3, -2]
  let at i = signal[i64.max 0 (i64.min (n - 1) i)]
  let smooth = map (\i -> f64.sum (map (\k -> weights[k] * at (i + k - 3)) (iota 7)) / 21) (iota n)
  let peak i = i > 0 && i < n - 1 && smooth[i] > smooth[i - 1] && smooth[i] >= smooth[i + 1] && smooth[i] > 0.5
  let peaks = filter peak (iota n)
  let k = length peaks
  let distances = map (\j -> peaks[j + 1] - peaks[j]) (iota (i64.max 0 (k - 1)))
  in (f64.sum (map f64.abs smooth), k, f64.i64 (i64.sum distances) / f64.i64 (i64.max 1 (k - 1)))
