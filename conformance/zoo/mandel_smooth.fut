-- The Mandelbrot set with numbers of steps that differ from point to point (Mandelbrot
-- 1980): a while loop in each thread, and a histogram of the counts.
--
-- Expected results: by Futhark's interpreter.
def steps (most: i32) (cx: f64) (cy: f64) : i32 =
  (loop (x, y, i) = (0, 0, 0) while i < most && x * x + y * y <= 4 do
     (x * x - y * y + cx, 2 * x * y + cy, i + 1)).2

-- ==
-- entry: main
-- input { 8i64 20i32 }
-- output { [32i64, 70i64, 51i64, 0i64, 0i64, 34i64, 0i64, 240i64] }
-- input { 1i64 5i32 }
-- output { [0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- notest input { 100i64 100i32 }
-- notest input { 2048i64 500i32 }
entry main (n: i64) (most: i32) : [8]i64 =
  let counts =
    flatten (tabulate_2d n n (\i j ->
                                steps most (-2.25 + 3 * f64.i64 j / f64.i64 n) (-1.5 + 3 * f64.i64 i / f64.i64 n)))
  in reduce_by_index (replicate 8 0) (+) 0 (map (\c -> i64.i32 (c * 7 / most)) counts) (map i64.i32 counts)
