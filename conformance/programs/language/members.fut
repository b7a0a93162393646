-- Members of the scalar modules.
-- ==
-- entry: numeric
-- input { [3i32, -1i32, 2i32] } output { 4i32 -6i32 3i32 -1i32 6i64 }
-- input { empty([0]i32) } output { 0i32 1i32 -2147483648i32 2147483647i32 0i64 }
entry numeric (xs: []i32) =
  (i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs, i64.sum (map (i64.abs <-< i32.to_i64) xs))

-- ==
-- entry: bits
-- input { 12i32 } output { 1i32 0i32 13i32 8i32 255u8 3i32 }
entry bits (x: i32) =
  (i32.get_bit 3 x, i32.get_bit 0 x, i32.set_bit 0 x 1, i32.set_bit 2 x 0, u8.highest, i32.popc (x + 1))

-- ==
-- entry: wide
-- input { 255u8 254u8 } output { 253u8 254u8 -2i64 }
entry wide (x: u8) (y: u8) = (u8.mul_hi x y, u8.mad_hi x y 1, i64.mul_hi (-3) i64.highest)

-- ==
-- entry: floats
-- input { 2f32 4f32 } output { 0.5f32 3f32 12f32 10f32 0.5f32 true false 2f32 }
entry floats (x: f32) (y: f32) =
  (f32.recip x, f32.lerp x y 0.5, f32.mad x y y, f32.fma x y 2, f32.from_fraction 1 2,
   f32.isnan (f32.nan), f32.isinf x, f32.(max x (-x)))

-- ==
-- entry: patterns
-- input { 1f32 } output { 1065353216u32 1f32 16i32 3f64 -4f64 }
entry patterns (x: f32) =
  (f32.to_bits x, f32.from_bits (f32.to_bits x), f16.num_bits, f64.round 2.6, f64.floor (-3.5))

-- ==
-- entry: opened
-- input { 3f64 4f64 } output { 5f64 }
entry opened (x: f64) (y: f64) = f64.(sqrt (x * x + y * y))

-- ==
-- entry: single_bits
-- input { 1.5f32 12i64 200u8 } output { 1i32 -1.5f32 0i32 268i64 72u8 }
entry single_bits (x: f32) (y: i64) (z: u8) =
  (f32.get_bit 22 x, f32.set_bit 31 x 1, i64.get_bit 4 y, i64.set_bit 8 y 1, u8.set_bit 7 z 0)

-- Outside of 0 to 1, too. Expected: Futhark 0.25.32, and for 2 and -1 plain arithmetic.
-- ==
-- entry: lerps
-- input { 1f32 3f32 [2f32, -1f32, 0.25f32, f32.inf, f32.nan] } output { [5f32, -1f32, 1.5f32, f32.inf, f32.nan] }
entry lerps (x: f32) (y: f32) (ts: []f32) = map (f32.lerp x y) ts
