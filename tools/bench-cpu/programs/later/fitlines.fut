-- Parabolas through short rows by least squares: 3 × 3 systems by Cramer's rule.
-- ==
-- entry: main
-- input { 4i64 9i64 } output { 3.1535594f32 }
-- notest input { 20000i64 12i64 }
entry main (n: i64) (m: i64) =
  let rows = tabulate_2d n m (\i j -> f32.i64 ((i * j * 13 + i * 7 + j * j) % 97) / 10)
  let det a b c d e f g h i : f32 = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  let fit (ys: [m]f32) =
    let xs = map (\j -> f32.i64 j / f32.i64 m) (iota m)
    let s1 = f32.sum xs
    let s2 = f32.sum (map (\x -> x * x) xs)
    let s3 = f32.sum (map (\x -> x * x * x) xs)
    let s4 = f32.sum (map (\x -> x * x * x * x) xs)
    let t0 = f32.sum ys
    let t1 = f32.sum (map2 (*) xs ys)
    let t2 = f32.sum (map2 (\x y -> x * x * y) xs ys)
    let s0 = f32.i64 m
    let d = det s0 s1 s2 s1 s2 s3 s2 s3 s4
    let a = det t0 s1 s2 t1 s2 s3 t2 s3 s4 / d
    let b = det s0 t0 s2 s1 t1 s3 s2 t2 s4 / d
    let c = det s0 s1 t0 s1 s2 t1 s2 s3 t2 / d
    in f32.maximum (map2 (\x y -> f32.abs (a + b * x + c * x * x - y)) xs ys)
  in f32.sum (map fit rows) / f32.i64 n
