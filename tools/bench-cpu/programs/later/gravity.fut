-- ==
-- notest input { 400i64 4i32 }
type v = (f64, f64, f64)
entry main (n: i64) (steps: i32) : f64 =
  let init k i = f64.i64 ((i * 7919 + k * 613) % 1000) / 1000
  let p0 = tabulate n (\i -> (init 1 i, init 2 i, init 3 i))
  let v0 = replicate n (0f64, 0f64, 0f64)
  let acc (ps: [n]v) ((x, y, z): v) : v =
    let add (a, b, c) (d, e, f) : v = (a + d, b + e, c + f)
    in reduce add (0, 0, 0) (map (\(a, b, c) ->
                                    let (dx, dy, dz) = (a - x, b - y, c - z)
                                    let r2 = dx * dx + dy * dy + dz * dz + 0.01
                                    let s = 1 / (r2 * f64.sqrt r2)
                                    in (s * dx, s * dy, s * dz)) ps)
  let (ps, _) =
    loop (ps, vs) = (p0, v0) for _i < steps do
      let as = map (acc ps) ps
      let vs = map2 (\(a, b, c) (d, e, f) -> (a + 1e-5 * d, b + 1e-5 * e, c + 1e-5 * f)) vs as
      in (map2 (\(a, b, c) (d, e, f) -> (a + 1e-3 * d, b + 1e-3 * e, c + 1e-3 * f)) ps vs, vs)
  in f64.sum (map (\(a, b, c) -> a + b + c) ps)
