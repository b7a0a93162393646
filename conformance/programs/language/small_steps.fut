-- Elements that only kernels need, small arrays of threads with long loops over them, and nests of small operations.
--
-- Expected results: by Futhark's interpreter.
-- ==
-- entry: scaled
-- input { empty([0]f32) }
-- output { empty([0]f32) }
-- input { [1f32] }
-- output { [0.0f32] }
-- input { [1f32, 2f32, 4f32] }
-- output { [-21.0f32, -14.0f32, 0.0f32] }
-- ==
-- entry: parts
-- input { empty([0]i32) }
-- output { empty([0]i32) 0i64 }
-- input { [1i32] }
-- output { [1i32] 0i64 }
-- input { [-1i32, 2i32, -3i32, 4i32, 5i32, 0i32] }
-- output { [2i32, 4i32, 5i32, -1i32, -3i32, 0i32] 15i64 }
-- ==
-- entry: inplace
-- input { [1i64, 2i64, 3i64] 0i64 }
-- output { [2i64, 4i64, 6i64] }
-- input { [1i64, 2i64, 3i64] 4i64 }
-- output { [48i64, 94i64, 96i64] }
-- ==
-- entry: rotating
-- input { [1i64, 2i64, 3i64] 0i32 }
-- output { [1i64, 2i64, 3i64] 0i64 }
-- input { [1i64, 2i64, 3i64] 1i32 }
-- output { [-2i64, -1i64, 0i64] 9i64 }
-- input { [1i64, 2i64, 3i64] 5i32 }
-- output { [2i64, 3i64, 4i64] 21i64 }
-- ==
-- entry: twice
-- input { [3i64, 1i64, 2i64] }
-- output { [144i64, 120i64, 132i64] }
-- ==
-- entry: whilst
-- input { [3f64, 1f64, 2f64] }
-- output { [0.22030962f64, 0.09530962000000001f64, 0.15780962f64] }
-- input { empty([0]f64) }
-- output { empty([0]f64) }
-- ==
-- entry: longs
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 5i64 }
-- output { [1894353149638119392i64, 4363472006863111102i64, 8369564459902633920i64, -3109634860272508166i64, 3039471080966397120i64] }
-- input { 1i64 }
-- output { [1894353149638119392i64] }
-- ==
-- entry: longi32
-- input { 5i64 3i32 }
-- output { [-1985663638i32, -1640685190i32, -1295706742i32, -950728294i32, -605749846i32] }
-- input { 5i64 -3i32 }
-- output { [1985664448i32, -1964324400i32, -1619345952i32, -1274367504i32, -929389056i32] }
-- ==
-- entry: slenders
-- input { 0i64 3i64 }
-- output { empty([0]f32) 0.0f32 }
-- input { 7i64 0i64 }
-- output { [3.0f32, 5.0f32, 7.0f32, 9.0f32, 11.0f32, 13.0f32, 15.0f32] 63.0f32 }
-- input { 7i64 3i64 }
-- output { [0.09523809f32, 0.07999992f32, 0.068965554f32, 0.060606003f32, 0.05405402f32, 0.04878056f32, 0.04444444f32] 0.4520886f32 }
-- ==
-- entry: triangle
-- input { 5i64 }
-- output { [15630i64, 14972i64, 14202i64, 15432i64, 14867i64] }
entry scaled [n] (xs: [n]f32) : [n]f32 =
  let m = f32.maximum xs
  let s = f32.sum xs
  in map (\x -> (x - m) * s) xs
entry parts [n] (xs: [n]i32) : ([n]i32, i64) =
  let ok = map (\x -> i64.bool (x > 0)) xs
  let c = scan (+) 0 ok
  let k = if n == 0 then 0 else c[n - 1]
  let at = map3 (\i o c -> if o == 1 then c - 1 else k + i - c) (iota n) ok c
  in (scatter (replicate n 0) at xs, i64.sum at)
entry inplace [n] (xs: *[n]i64) (k: i64) : [n]i64 =
  let ys = map (\x -> x * 2) xs
  let zs =
    loop ys = copy ys for t < k do
      let a = ys[n - 1]
      let ys = map (\y -> y + a) ys
      in ys with [0] = a
  in zs
entry rotating [n] (xs: [n]i64) (k: i32) : ([n]i64, i64) =
  let (xs, last) =
    loop (xs, s) = (xs, 0) for t < k do
      let m = i64.sum xs
      let ys = map (\x -> x + m) xs
      let q = ys[n - 1] in (map (\y -> y - q + i64.i32 t) ys, s + q)
  in (xs, last)
entry twice [n] (xs: [n]i64) : [n]i64 =
  let m = i64.sum xs
  let p = i64.maximum xs
  let ys = map (\x -> x * m) xs
  let q = i64.sum ys
  in map2 (\y x -> y + q * p + m * x) ys xs
entry whilst [n] (xs: [n]f64) : [n]f64 =
  (loop (xs, go) = (xs, true) while go do
     let s = f64.sum xs
     let ys = map (\x -> x / 2 + s / 100) xs
     in (ys, s > 1)).0
entry longs (n: i64) : [n]i64 =
  tabulate n (\i ->
                let a = loop a = replicate 50 0i64 for k in 1...49i64 do a with [k] = a[k - 1] * 3 + i + k
                let b =
                  loop b = replicate 50 1i64 for k < 48i64 do
                    if k < 10 then b with [k] = a[k + 1] else if k < 20 then b with [k + 1] = a[k] else b with [k] = b[k - 1] ^ a[k]
                in loop s = 0 for k < 50i64 do s * 5 + a[49 - k] - b[k])
entry longi32 (n: i64) (m: i32) : [n]i32 =
  tabulate n (\i ->
                let a = loop a = replicate 40 0i32 for k < 40i32 do a with [k] = k * m + i32.i64 i
                let a =
                  loop a for k < 40i32 do
                    if k % 2 == 0 then a with [k] = a[39 - k] + (if k < m then 1 else 0) else a
                in loop s = 0 for k < 40i32 do s * 3 + a[(k + 7) % 40])
entry slenders (n: i64) (steps: i64) : ([n]f32, f32) =
  let r =
    tabulate n (\i ->
                  let x =
                    loop x = tabulate 4 (\k -> f32.i64 (i + k)) for t < steps do
                      let s = f32.sum x
                      let y = map (\v -> v / (1 + s)) x
                      let z = if t % 2 == 0 then map (\v -> v + 1) y else map2 (+) y (rotate 1 y)
                      in map (\v -> v - f32.minimum z) z
                  in x[0] + x[3])
  in (r, f32.sum r)
entry triangle (n: i64) : [n]i64 =
  tabulate n (\i ->
                let a = tabulate 40 (\k -> (k * 7 + i) % 11)
                in loop s = 0 for k < 40i64 do loop s for j < k do s + a[k] * a[j] - a[k - j])
