-- Iterations until a point of the plane escapes.
-- ==
-- math: reproducible
-- notest input { 4096i64 255i32 }
-- input { 200i64 100i32 } auto output
entry main (n: i64) (limit: i32) : [n][n]i32 =
  map (\i ->
         map (\j ->
                let (a, b) = (f32.i64 j / f32.i64 n * 3 - 2.25, f32.i64 i / f32.i64 n * 3 - 1.5)
                let (_, _, k) =
                  loop (x, y, k) = (a, b, 0) while k < limit && x * x + y * y <= 4 do
                    (x * x - y * y + a, 2 * x * y + b, k + 1)
                in k) (iota n)) (iota n)
