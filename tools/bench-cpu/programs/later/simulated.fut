-- ==
-- entry: main
-- notest input { 2000i64 400i64 }
entry main (paths: i64) (steps: i64) : f64 =
  let next (s: u64) =
    let s = s ^ (s << 13)
    let s = s ^ (s >> 7) in s ^ (s << 17)
  let path (i: i64) =
    let (_, x, m) =
      loop (s, x, m) = (u64.i64 i * 0x9e3779b97f4a7c15 + 1, 100f64, 0f64) for _k < steps do
        let s = next s
        let u = f64.u64 (s >> 11) / 9007199254740992
        let x = x * (1 + 0.01 * (u - 0.5))
        in (s, x, f64.max m x)
    in m - x
  in f64.sum (map path (iota paths)) / f64.i64 paths
