-- A 3-point stencil, repeated.
-- ==
-- notest random input { 100i32 [67108864]f32 }
-- random input { 3i32 [100000]f32 } auto output
entry main [n] (steps: i32) (xs: [n]f32) : [n]f32 =
  let step (xs: [n]f32) =
    map (\i ->
           let l = xs[i64.max 0 (i - 1)]
           let r = xs[i64.min (n - 1) (i + 1)]
           in (l + xs[i] + r) / 3)
        (iota n)
  in iterate steps step xs
