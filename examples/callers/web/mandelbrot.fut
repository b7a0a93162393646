-- The Mandelbrot set, in colours, of a part of the plane.

-- | How many steps the orbit of a point takes to leave the circle of radius 2; limit if it does
-- not. Points of the cardioid and of the largest disc never leave.
def escape (limit: i32) (cx: f32) (cy: f32) : i32 =
  let q = (cx - 0.25) * (cx - 0.25) + cy * cy
  in if q * (q + (cx - 0.25)) <= 0.25 * cy * cy || (cx + 1) * (cx + 1) + cy * cy <= 0.0625
     then limit
     else
       let (_, _, n) =
         loop (x, y, n) = (0f32, 0f32, 0i32) while n < limit && x * x + y * y <= 4 do
           (x * x - y * y + cx, 2 * x * y + cy, n + 1)
       in n

-- | The colour of a number of steps, as a canvas takes it: red in the lowest byte, alpha in the
-- highest.
def colour (limit: i32) (n: i32) : u32 =
  if n == limit
  then 0xff000000
  else
    let t = f32.sqrt (f32.i32 n / f32.i32 limit)
    let part (phase: f32) = u32.f32 (127.5 * (1 - f32.cos (6.2831855 * (t + phase))))
    in 0xff000000 | part 0.3 << 16 | part 0.15 << 8 | part 0

-- | A picture of the part of the plane around (x, y) that is width wide.
entry mandelbrot (rows: i64) (columns: i64) (x: f32) (y: f32) (width: f32) (limit: i32) : [rows][columns]u32 =
  let step = width / f32.i64 columns
  in tabulate_2d rows columns (\i j ->
                                 let cx = x + step * (f32.i64 j - 0.5 * f32.i64 columns)
                                 let cy = y + step * (f32.i64 i - 0.5 * f32.i64 rows)
                                 in colour limit (escape limit cx cy))

-- ==
-- entry: mandelbrot
-- input { 1i64 3i64 0f32 0f32 3f32 50i32 } output { [[4294567035u32, 0xff000000u32, 4292803763u32]] }
