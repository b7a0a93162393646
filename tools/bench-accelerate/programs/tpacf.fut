-- How many pairs of points are in each range of angles; the bounds are cosines, which fall.
def direction (ascension: f64) (declination: f64) : (f64, f64, f64) =
  let c = f64.cos declination
  in (c * f64.cos ascension, c * f64.sin ascension, f64.sin declination)

def bin [n] (bounds: [n]f64) (cosine: f64) : i64 =
  let (low, _) =
    loop (low, high) = (0, n) while low < high do
      let middle = (low + high) / 2
      in if cosine >= bounds[middle] then (low, middle) else (middle + 1, high)
  in low

entry main [k] [n] [m] (bounds: [k]f64) (aa: [n]f64) (ad: [n]f64) (ba: [m]f64) (bd: [m]f64) : []i64 =
  let to = map2 direction ba bd
  let bins =
    map2 (\a d ->
            let (ux, uy, uz) = direction a d
            in map (\(x, y, z) -> bin bounds (ux * x + uy * y + uz * z)) to)
         aa ad
  in hist (+) 0 (k + 1) (flatten bins) (replicate (n * m) 1)
