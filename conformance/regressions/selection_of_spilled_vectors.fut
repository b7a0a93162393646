-- What a condition that is the same for all elements selects, in lanes, within a branch that
-- is the same for all, too. wazero 1.12.0 compiles bitselect wrongly where one of its
-- operands was spilled: it read one of the results of its steps from the stack, as it was
-- before.
--
-- Found by: generated source programs (`lamina fuzz --source`), seed 6000000543. The embedded
-- backend takes and, andnot and or instead.
-- ==
-- entry: longs
-- input { 33i64 [1f64, 2f64, 3f64, 4f64, 5f64] } output { [0f64, 0f64, 0f64, 0f64, 0f64] }
-- input { 1i64 [1f64, 2f64, 3f64, 4f64, 5f64] } output { [1f64, 2f64, 3f64, 4f64, 5f64] }
-- input { 0i64 [1f64, 2f64, 3f64, 4f64, 5f64] } output { [0f64, 0f64, 0f64, 0f64, 0f64] }
-- input { 33i64 [1f64, 2f64, 3f64, 4f64, 5f64, 6f64, 7f64, 8f64, 9f64] }
-- output { [0f64, 0f64, 0f64, 0f64, 0f64, 0f64, 0f64, 0f64, 0f64] }
entry longs [m] (n: i64) (xs: [m]f64) : [m]f64 = map (\p -> match n case 0 -> 0 case 1 -> p case _ -> 0) xs

-- ==
-- entry: floats
-- input { 33i64 false [1f32, 2f32, 3f32, 4f32, 5f32] } output { [0f32, 0f32, 0f32, 0f32, 0f32] }
-- input { 1i64 false [1f32, 2f32, 3f32, 4f32, 5f32] } output { [1f32, 2f32, 3f32, 4f32, 5f32] }
-- input { 1i64 true [1f32, 2f32, 3f32, 4f32, 5f32] } output { [0f32, 0f32, 0f32, 0f32, 0f32] }
entry floats [m] (n: i64) (b: bool) (xs: [m]f32) : [m]f32 = map (\p -> if b then 0 else if n == 1 then p else 0) xs

-- ==
-- entry: ints
-- input { 33i64 false [1i32, 2i32, 3i32, 4i32, 5i32] } output { [0i32, 0i32, 0i32, 0i32, 0i32] }
-- input { 1i64 false [1i32, 2i32, 3i32, 4i32, 5i32] } output { [1i32, 2i32, 3i32, 4i32, 5i32] }
entry ints [m] (n: i64) (b: bool) (xs: [m]i32) : [m]i32 = map (\p -> if b then 0 else if n == 1 then p else 0) xs
