-- Maps over contiguous elements of every size, at the start of an array and at an offset:
-- GPUs load and store four at once if there are enough for all units.
-- ==
-- entry: bytes
-- random input { [0]u8 [0]u8 } auto output
-- random input { [20003]u8 [20003]u8 } auto output
-- random input { [600003]u8 [600003]u8 } auto output

-- ==
-- entry: words
-- random input { [20003]i16 } auto output

-- ==
-- entry: halves
-- random input { [20003]f16 } auto output

-- ==
-- entry: truths
-- random input { [20003]bool [20003]bool } auto output

-- ==
-- entry: mixed
-- random input { [20003]i8 [20003]i32 [20003]f32 } auto output

-- ==
-- entry: wide
-- random input { [20003]i64 [20003]f64 } auto output

-- ==
-- entry: behind
-- random input { [20003]i8 } auto output

-- ==
-- entry: in_place
-- random input { [20003]u16 } auto output

entry bytes [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (\x y -> x * 3 + y) xs ys

entry words [n] (xs: [n]i16) : ([n]i16, [n]i32) = unzip (map (\x -> (x - 7, i32.i16 x * 70000)) xs)

entry halves [n] (xs: [n]f16) : [n]f16 = map (\x -> x * 0.5 + 1) xs

entry truths [n] (xs: [n]bool) (ys: [n]bool) : [n]bool = map2 (\x y -> x && !y) xs ys

entry mixed [n] (xs: [n]i8) (ys: [n]i32) (zs: [n]f32) : ([n]i64, [n]f64, [n]u8) =
  unzip3 (map3 (\x y z -> (i64.i8 x + i64.i32 y, f64.f32 z * 2, u8.i8 x)) xs ys zs)

entry wide [n] (xs: [n]i64) (ys: [n]f64) : ([n]i64, [n]f64) =
  unzip (map2 (\x y -> (x ^ 0x5555, if x % 2 == 0 then y else -y)) xs ys)

-- At offsets of four and seven elements, and the next element.
entry behind [n] (xs: [n]i8) : ([]i8, []i8, [n]i8) =
  ( map (+ 1) (drop 4 xs)
  , map (+ 2) (drop 7 xs)
  , map (\i -> xs[i] - xs[if i + 1 < n then i + 1 else 0]) (iota n))

entry in_place [n] (xs: *[n]u16) : [n]u16 = map (\x -> x * x) xs
