-- What reverse mode keeps: loops that #[stripmine] splits, one forward sweep for several seeds, and
-- histograms whose operators read what varies. Results are Futhark's; that of `split` is a formula.

-- ==
-- entry: nested
-- input { 1.0 0 } output { 1.0 1.0 }
-- input { 1.0 9 } output { 2.0098322859159845 0.2572305939510662 }
-- input { 1.0 28 } output { 1.7055266998310517 -0.5813670722561466 }
-- input { 1.0 -3 } output { 1.0 1.0 }
entry nested (x: f64) (n: i32) =
  vjp2 (\x -> #[stripmine(2)] loop y = x for i < n do y * f64.sin (x + f64.i32 i) + x) x 1

-- ==
-- entry: sizes
-- input { [1.0,2.0,3.0,4.0,5.0] } output { 120.0 [120.0,60.0,40.0,30.0,24.0] }
entry sizes (xs: []f64) =
  let f (xs: []f64) =
    (#[stripmine(2)] loop (ys, y) = (xs, 1) for _i < 5i8 do (ys[1:], y * ys[0])).1
  in vjp2 f xs 1

-- ==
-- entry: within
-- input { [1.0,2.0,3.0,0.5] } output { 4.875 23.0 [0.0,21.125,25.5,15.25] }
entry within (xs: []f64) =
  let f xs =
    #[stripmine(2)] loop (a, b) = (1, 0) for (x, i) in zip xs (indices xs) do
                      (#[stripmine(1)] loop a for j < i do a * x + f64.i64 j, b + a)
  let ((a, b), xs') = vjp2 f xs (1, 2)
  in (a, b, xs')

-- ==
-- entry: place
-- input { [1.0,2.0,3.0,4.0,5.0] } output { 15.0 [30.0,1.0,1.0,1.0,1.0] }
entry place (xs: []f64) =
  let f xs =
    #[stripmine(1)] loop ys = copy xs for i < 5 do
                      let ys[i] = ys[i] * ys[0]
                      in ys
  in vjp2 (\xs -> f64.sum (f xs)) xs 1

-- ==
-- entry: factor
-- input { [1.0,2.0,3.0] 1.5 } output { 11.0 [6.75,1.5,2.25] }
entry factor (xs: []f64) (c: f64) =
  vjp (\(c, xs) ->
         reduce_by_index (replicate 2 1f64) (\a b -> a * b * c) 1 (map (% 2) (indices xs)) xs) (c, xs) [1, 1]

-- ==
-- entry: pairs
-- input { [1.0,2.0,3.0,4.0,5.0] 1.5 } output { 3334.5 [135.0,734.0625,0.0,48.9375,384.75] }
entry pairs (xs: []f64) (c: f64) =
  let f (c, xs) =
    reduce_by_index (replicate 2 (1f64, c)) (\(a, b) (d, e) -> (a * d * c, b + e * c)) (1, 0)
                    (map (% 3) (indices xs)) (zip xs (map (* c) xs))
    |> map (\(a, b) -> a * b)
  in vjp f (c, xs) [1, 3]

-- ==
-- entry: in_map
-- input { [1.0,2.0,3.0,0.5] } output { [27.5,11.25,14.5,21.0] }
entry in_map (xs: []f64) =
  let f xs = map (\x -> f64.sum (hist (\a b -> a * b * x + a + b) 0 2 (map (% 2) (indices xs)) xs)) xs
  in vjp f xs (map (const 1) xs)

-- ==
-- entry: rows
-- input { [1.0,2.0,3.0,0.5] } output { [91.0,7.5,5.0,18.0] }
entry rows (xs: []f64) =
  vjp (\xs -> hist (map2 (\a b -> a * b * xs[0])) [1, 1] 2 (map (% 2) (indices xs)) (map (\x -> [x, x + 1]) xs)) xs [[1, 2], [3, 4]]

-- ==
-- entry: seeds
-- input { [1.0,2.0,3.0,0.5] } output { [2.0,12.0,9.0,3.0] [[67.0,44.5,30.0,78.0],[18.0,15.0,6.0,12.0]] }
entry seeds (xs: [4]f64) =
  let f (xs: [4]f64) =
    loop ys = scan (*) 1 xs for i < 3 do
      let ys[i] = ys[i + 1] * xs[i]
      in ys
  in mjp2 f xs [[1, 2, 3, 4], [0, 1, 0, 2]]

-- 1000 iterations on 100 numbers: to keep them all takes 800 KB, strips of 32 take some 52 KB.
-- ==
-- entry: split
-- input { 1000i64 } output { 1000.0 }
-- peak: 100000
entry split (n: i64) =
  let f (k: f64) =
    #[stripmine(1)] loop ys = replicate 100 0 for _i < n do
                      map (\y -> f64.sin (y - y) + y + k) ys
  in vjp (\k -> f64.sum (f k)) 1 0.01
