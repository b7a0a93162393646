-- Derivatives beside the rest of the language: types of floats, sums, modules, attributes,
-- empty arrays, batches of seeds. Results are formulas; `lstm` is compared with differences.

type opt = #none | #some f64

-- ==
-- entry: stripped
-- input { 2.0f32 } output { 24.0f32 }
entry stripped (x: f32) = vjp (\x -> #[stripmine(2)] loop y = 1 for _i < 3i32 do y * x) x 2

-- ==
-- entry: sums
-- input { 2.0 } output { 4.0 4.0 }
entry sums (x: f64) =
  let g (x: f64) : opt = if x > 0 then #some (x * x) else #none
  let h (x: f64) = match g x case #none -> 0 case #some y -> y
  in (jvp h x 1, vjp h x 1)

-- ==
-- entry: batch
-- input { [1.0,2.0,3.0] } output { [[2.0,0.0,0.0],[0.0,4.0,0.0],[0.0,0.0,6.0]] }
entry batch (xs: [3]f64) = map (vjp (map (\x -> x * x)) xs) [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

-- ==
-- entry: half
-- input { 2.0f16 } output { 4.0f16 4.0f16 }
entry half (x: f16) = (jvp (\x -> x * x) x 1, vjp (\x -> x * x) x 1)

-- ==
-- entry: bool
-- input { 2.0 true } output { 4.0 false }
entry bool (x: f64) (b: bool) = vjp (\(x, b) -> if b then x * x else x) (x, b) 1
module type t = { type t val f : t -> t }
module m : { val f : f64 -> f64 } = { def f (x: f64) = x * x * x }

-- ==
-- entry: mods
-- input { 2.0 } output { 12.0 }
entry mods (x: f64) = vjp m.f x 1

-- ==
-- entry: rows
-- input { [[1.0,2.0],[3.0,4.0]] } output { [[6.0,4.0],[6.0,4.0]] }
entry rows (xss: [2][2]f64) = vjp (\xss -> let s = map f64.sum (transpose xss) in s[0] * s[1]) xss 1

-- ==
-- entry: empty
-- input { empty([0]f64) } output { empty([0]f64) 1.0 empty([0]f64) }
entry empty (xs: []f64) = (vjp (scan (*) 1) xs xs, jvp2 f64.product xs xs |> (.0), vjp f64.maximum xs 1)

-- ==
-- entry: mjps
-- input { 3.0 } output { [6.0, 12.0] }
entry mjps (x: f64) = mjp (\x -> x * x) x [1, 2]

-- ==
-- entry: lstm
-- input { [0.5,0.25] [[0.1,0.2],[0.3,0.4]] } output { true }
entry lstm (h: [2]f64) (w: [2][2]f64) =
  let sig x = 1 / (1 + f64.exp (-x))
  let step (h: [2]f64, c: [2]f64) (x: f64) w =
    let z = map (\r -> sig (x + f64.sum (map2 (*) r h))) w
    let c' = map2 (\z c -> z * c + z * f64.tanh x) z c in (map2 (\z c -> z * f64.tanh c) z c', c')
  let f (h, w) = f64.sum (loop (h, c) = (h, [0, 0]) for x in [0.1, 0.2, 0.3] do step (h, c) x w).0
  let (dh, dw) = vjp f (h, w) 1
  let e = 1e-6
  let fd = (f (map (+ e) h, w) - f (map (\x -> x - e) h, w)) / (2 * e)
  let fw = (f (h, map (map (+ e)) w) - f (h, map (map (\x -> x - e)) w)) / (2 * e)
  in f64.abs (f64.sum dh - fd) < 1e-8 && f64.abs (f64.sum (map f64.sum dw) - fw) < 1e-8

-- Derivatives in maps within each other: that of z²·x at z = x is 2x².
-- ==
-- entry: inmap
-- input { [1.0, 2.0] } output { [[3.0, 4.0], [9.0, 10.0]] }
entry inmap (xs: [2]f64) = map (\x -> map (\y -> vjp (\z -> z * z * x) x 1 + jvp (\z -> z * y) x 1) xs) xs
