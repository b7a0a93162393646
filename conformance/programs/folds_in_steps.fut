-- Points that go through steps in which rows are folded: sums, maxima and what is stored beside them.
--
-- Expected results: by Futhark's interpreter.
def rows (k: i64) (n: i64) : [k][n]i64 =
  tabulate_2d k n (\i j -> (i * 7919 + j * 104729 + i * j * 31) % 101 - 50)

-- ==
-- entry: sums
-- input { 2i64 3i64 3i64 }
-- output { [359i64, 400i64] }
-- input { 5i64 257i64 4i64 }
-- output { [138407732i64, 132860300i64, 122749960i64, 126410899i64, 123404237i64] }
-- input { 1i64 1i64 0i64 }
-- output { [0i64] }
entry sums (k: i64) (n: i64) (steps: i64) : [k]i64 =
  rows k n
  |> map (\r ->
            let r =
              loop r for i < steps do
                let s = i64.sum r
                let m = i64.maximum r
                in map2 (\x j -> (x + m + i) % (1 + i64.abs s) + j) r (iota n)
            in i64.sum (map2 (*) r (iota n)))

-- ==
-- entry: maxima
-- input { 2i64 3i64 2i64 }
-- output { [-54.0f32, -24.0f32] }
-- input { 3i64 100i64 5i64 }
-- output { [87.0f32, 77.0f32, 67.0f32] }
entry maxima (k: i64) (n: i64) (steps: i64) : [k]f32 =
  rows k n
  |> map (\r ->
            let r =
              loop r = map f32.i64 r for _i < steps do
                let top = f32.maximum (map (\x -> if x > 40 then f32.nan else x) r)
                let low = f32.minimum r
                in map (\x -> if x == top then low else x + 1) r
            in f32.sum r)

-- ==
-- entry: counts
-- input { 3i64 40i64 3i64 }
-- output { [10202i32, 10785i32, 11951i32] }
-- input { 2i64 300i64 2i64 }
-- output { [106902i32, 109163i32] }
entry counts (k: i64) (n: i64) (steps: i64) : [k]i32 =
  rows k n
  |> map (\r ->
            let r =
              loop r = map i32.i64 r for _i < steps do
                let s = i64.sum (map (\x -> i64.bool (x > 3)) r)
                let t = i32.sum (map (\x -> x % 7) r)
                in map (\x -> (x + t - i32.i64 s) % 1000) r
            in i32.sum r)

-- ==
-- entry: gradients
-- input { 2i64 5i64 2i64 }
-- output { [220348i64, -63013i64] }
-- input { 3i64 290i64 4i64 }
-- output { [194985i64, -64456i64, 184074i64] }
entry gradients (k: i64) (n: i64) (steps: i64) : [k]i64 =
  rows k n
  |> map (\b ->
            let b = map (\x -> f64.i64 x / 64) b
            let mul (p: [n]f64) = tabulate n (\i -> 4 * p[i] - (if i > 0 then p[i - 1] else 0) - (if i < n - 1 then p[i + 1] else 0))
            let dot (x: [n]f64) (y: [n]f64) = f64.sum (map2 (*) x y)
            let (x, _, _, _) =
              loop (x, r, p, rr) = (replicate n 0, b, b, dot b b) for _i < steps do
                let q = mul p
                let alpha = rr / dot p q
                let x = map2 (\x p -> x + alpha * p) x p
                let r = map2 (\r q -> r - alpha * q) r q
                let new = dot r r
                let p = map2 (\r p -> r + new / rr * p) r p
                in (x, r, p, new)
            in i64.f64 (f64.round (100000 * f64.sum (map2 (\x i -> x * f64.i64 (1 + i % 5)) x (iota n)))))
