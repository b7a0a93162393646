-- Time steps until a condition holds: loops whose trip count is not known in advance
-- allocate their blocks only once, including those for partial results of
-- reductions.

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

-- Jacobi's method: the state of the last two steps.
-- ==
-- entry: jacobi
-- input { 1e-1 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.0f64, 3.125e-2f64, 0.125f64, 3.125e-2f64, 0.0f64] 10i64 } allocs: 5
-- input { 1e-9 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.0f64, 2.3283064365386963e-10f64, 9.313225746154785e-10f64, 2.3283064365386963e-10f64, 0.0f64] 64i64 } allocs: 5
-- input { 1e9 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.0f64, 2.0f64, 1.0f64, 2.0f64, 0.0f64] 1i64 } allocs: 4
-- input { 1e-3 [2f64, 1f64] }
-- output { [2.0f64, 1.0f64] 1i64 } allocs: 4
entry jacobi [n] (eps: f64) (u: [n]f64) : ([n]f64, i64) =
  let (v, _, its) =
    loop (u, d, its) = (u, f64.inf, 0) while d > eps do
      let v = tabulate n (\i -> if i == 0 || i == n - 1 then u[i] else 0.5 * (u[i - 1] + u[i + 1]))
      in (v, reduce f64.max 0 (map2 (\a b -> f64.abs (a - b)) u v), its + 1)
  in (v, its)

-- The greatest eigenvalue.
-- ==
-- entry: power_iteration
-- input { 1e-1 [[2f64, 1f64], [1f64, 3f64]] }
-- output { 3.616202853397895f64 3i64 } allocs: 3
-- input { 1e-12 [[2f64, 1f64], [1f64, 3f64]] }
-- output { 3.6180339887497244f64 15i64 } allocs: 3
entry power_iteration [n] (eps: f64) (a: [n][n]f64) : (f64, i64) =
  let (_, l, _, its) =
    loop (x, l, d, its) = (replicate n 1f64, 0, f64.inf, 0i64) while d > eps do
      let y = map (dot x) a
      let norm = f64.sqrt (dot y y)
      in (map (/ norm) y, norm, f64.abs (norm - l), its + 1)
  in (l, its)

-- The conjugate gradient method, with three arrays that each iteration computes afresh.
-- ==
-- entry: conjugate_gradient
-- input { 1e-1 [[4f64, 1f64, 0f64], [1f64, 3f64, 1f64], [0f64, 1f64, 5f64]] [1f64, 2f64, 3f64] }
-- output { [0.18181818181818182f64, 0.36363636363636365f64, 0.5454545454545454f64] 1i64 } allocs: 8
-- input { 1e-20 [[4f64, 1f64, 0f64], [1f64, 3f64, 1f64], [0f64, 1f64, 5f64]] [1f64, 2f64, 3f64] }
-- output { [0.13725490196078435f64, 0.4509803921568627f64, 0.5098039215686274f64] 3i64 } allocs: 8
entry conjugate_gradient [n] (eps: f64) (a: [n][n]f64) (b: [n]f64) : ([n]f64, i64) =
  let (x, _, _, _, its) =
    loop (x, r, p, rs, its) = (replicate n 0f64, copy b, copy b, dot b b, 0i64) while rs > eps && its < 50 do
      let q = map (dot p) a
      let alpha = rs / dot p q
      let x = map2 (\x p -> x + alpha * p) x p
      let r = map2 (\r q -> r - alpha * q) r q
      let rs' = dot r r
      in (x, r, map2 (\r p -> r + rs' / rs * p) r p, rs', its + 1)
  in (x, its)

-- Several smoothing steps between tests of the norm.
-- ==
-- entry: smooth
-- input { 1e-1 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.0f64, 1.5625e-2f64, 6.25e-2f64, 1.5625e-2f64, 0.0f64] 4i64 } allocs: 6
-- input { 1e-9 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.0f64, 9.313225746154785e-10f64, 4.656612873077393e-10f64, 9.313225746154785e-10f64, 0.0f64] 21i64 } allocs: 6
-- input { 1e9 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.0f64, 1.0f64, 0.5f64, 1.0f64, 0.0f64] 1i64 } allocs: 5
entry smooth [n] (eps: f64) (u: [n]f64) : ([n]f64, i64) =
  let step (u: [n]f64) : [n]f64 = tabulate n (\i -> if i == 0 || i == n - 1 then 0 else 0.5 * (u[i - 1] + u[i + 1]))
  let (v, _, its) =
    loop (u, d, its) = (u, f64.inf, 0) while d > eps do
      let v = loop v = u for _i < 3i32 do step v
      in (v, reduce f64.max 0 (map f64.abs v), its + 1)
  in (v, its)

-- Gradient descent, which refuses steps that do not go down.
-- ==
-- entry: descend
-- input { 3i64 [1f64, 2f64, 3f64] }
-- output { [0.0f64, 1.0f64, 2.0f64] 0.275f64 } allocs: 6
-- input { 40i64 [1f64, 2f64, 3f64] }
-- output { [0.0f64, 1.0f64, 2.0f64] 2.0008883439004423e-12f64 } allocs: 6
entry descend [n] (steps: i64) (x: [n]f64) : ([n]f64, f64) =
  let f (x: [n]f64) = f64.sum (map2 (\x i -> (x - f64.i64 i) ** 2) x (iota n))
  let (x, _, h) =
    loop (x, fx, h) = (x, f x, 1f64) for _i < steps do
      let y = map2 (\x i -> x - h * 2 * (x - f64.i64 i)) x (iota n)
      let fy = f y
      in if fy < fx then (y, fy, h * 1.1) else (x, fx, h / 2)
  in (x, h)

-- A while-loop within a for-loop.
-- ==
-- entry: rounds_until
-- input { 2i32 [11i64, 2i64, 3i64, 4i64] }
-- output { [407i64, 529i64, 514i64, 384i64] } allocs: 4
-- input { 20i32 [11i64, 2i64, 3i64, 4i64] }
-- output { [579i64, 553i64, 239i64, 257i64] } allocs: 4
entry rounds_until [n] (outer: i32) (u: [n]i64) : [n]i64 =
  loop xs = u for i < outer do
    (loop (ys, j) = (xs, 0i64) while ys[0] % 7 != i64.i32 (i % 7) && j < 9 do
       (map2 (\a b -> (2 * a + b + i64.i32 i) % 1009) ys (rotate 1 ys), j + 1)).0

-- Next to a loop that allocates and whose results are unused.
-- ==
-- entry: beside_unused
-- input { 2i64 3i32 [1i32, 2i32] }
-- output { [7i32, 8i32] }
-- input { 0i64 3i32 [1i32, 2i32] }
-- output { [1i32, 2i32] }
-- input { 9i64 0i32 [1i32, 2i32] }
-- output { [1i32, 2i32] }
entry beside_unused [n] (k: i64) (s: i32) (xs: [n]i32) : [n]i32 =
  loop p: [n]i32 = xs for _i < k do
    let _ =
      if s > 100
      then 1
      else loop c = 0i32 while c < s && reduce (+) 0 (map (* c) p) < 100 do c + 1
    let (a, _) = loop (q: [n]i32, c) = (p, 0) while c < s do (map (+ c) q, c + 1)
    in a
