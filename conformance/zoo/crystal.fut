-- Quasi-crystals: the sum of plane waves in several directions, folded into [0, 1]
-- (as the Accelerate examples draw them).
--
-- Expected results: by Futhark's interpreter.
-- ==
-- entry: main
-- input { 5i64 3i64 20f32 }
-- output { [0.60232925f32, 0.13903427f32, 0.9650799f32] }
-- input { 1i64 1i64 1f32 }
-- output { [0.9387913f32, 0.9387913f32, 0.9387913f32] }
-- notest input { 100i64 5i64 30f32 }
-- notest input { 2048i64 30i64 200f32 }
entry main (n: i64) (degree: i64) (scale: f32) : [3]f32 =
  let image =
    tabulate_2d n n (\i j ->
                       let y = scale * (f32.i64 i / f32.i64 n - 0.5)
                       let x = scale * (f32.i64 j / f32.i64 n - 0.5)
                       let waves =
                         map (\k ->
                                let t = f32.pi * f32.i64 k / f32.i64 degree
                                in (f32.cos (x * f32.cos t + y * f32.sin t) + 1) / 2) (iota degree)
                       let sum = f32.sum waves
                       let whole = i64.f32 sum
                       let part = sum - f32.i64 whole
                       in if whole % 2 == 0 then part else 1 - part)
  let all = flatten image
  in [f32.sum all / f32.i64 (n * n), f32.minimum all, f32.maximum all]
