-- Edges: functions that ignore their argument, arguments given twice, sizes captured, the path not
-- taken, arrays consumed afterwards. Results are formulas.

-- ==
-- entry: const
-- input { 2.0 } output { 0.0 0.0 1.0 0.0 }
entry const (x: f64) = (jvp (\_ -> 3.0) x 1, vjp (\_ -> 3.0) x 1, vjp id x 1, vjp (\(_: f64) -> 3i64) x 1)

-- ==
-- entry: units
-- input { 2.0 } output { 0.0 [0.0,0.0] }
entry units (x: f64) = (vjp (\(_: f64) -> ()) x (), jvp (\_ -> [1f64, 2]) x 1)

-- ==
-- entry: same
-- input { 2.0 } output { 4.0 4.0 2.0 }
entry same (x: f64) = (vjp (\x -> x * x) x 1, (vjp (\(x, y) -> x * y) (x, x) 1).0 * 2, (vjp (\x -> (x, x)) x (1, 1)))

-- ==
-- entry: dup
-- input { [1.0,2.0] } output { [2.0,4.0] [1.0,2.0] }
entry dup (xs: [2]f64) = (vjp (\xs -> f64.sum (map2 (*) xs xs)) xs 1, (vjp (\(xs, ys) -> f64.sum (map2 (*) xs ys)) (xs, xs) 1).0)

-- ==
-- entry: sized
-- input { 3i64 2.0 } output { 12.0 }
entry sized (n: i64) (x: f64) = vjp (\x -> f64.sum (replicate n (x * x))) x 1

-- ==
-- entry: div0
-- input { [0.0, 4.0] } output { [0.0, 0.25] }
entry div0 (xs: [2]f64) = vjp (map (\x -> if x > 0 then f64.sqrt x else 0)) xs [1, 1]

-- ==
-- entry: consumes
-- input { [1.0,2.0] } output { [3.0,2.0] [1.0,2.0] }
entry consumes (xs: *[2]f64) = let d = copy (vjp (\(ys: [2]f64) -> copy ys with [0] = ys[0] * 3) xs [1, 2]) in (d with [0] = d[0], copy xs)

-- Loops and scans over sizes that only an entry point's parameters have.
-- ==
-- entry: size_of_entry
-- input { [7, 8, 9] 2.0 [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] } output { 32.0 [[19.0, 29.0], [6.0, 14.0], [3.0, 8.0]] }
entry size_of_entry [n] (_: [n]i32) (x: f64) (xss: [n][2]f64) =
  ( vjp (\x -> loop y = x for _i < n do y * x) x 1
  , vjp (scan (map2 (*)) [1, 1]) xss (replicate n [1, 1]))
