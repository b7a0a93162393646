-- Moving average and moving maximum over a window.
entry main [n] (w: i64) (xs: [n]f64) : ([]f64, []f64) =
  let m = n - w + 1
  let avg = map (\i -> f64.sum (map (\j -> xs[i + j]) (iota w)) / f64.i64 w) (iota m)
  let mx = map (\i -> f64.maximum (map (\j -> xs[i + j]) (iota w))) (iota m)
  in (avg, mx)
