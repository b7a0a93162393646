-- What the prelude has gained lately: exclusive scans, irregular maps; and old names of
-- conversions. Expected results follow from the definitions, by hand.

-- ==
-- entry: before
-- input { [3i64, 0i64, 2i64, 5i64] } output { [0i64, 3i64, 3i64, 5i64] [1f64, 8f64, 8f64, 32f64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]f64) }
entry before [n] (xs: [n]i64) : ([n]i64, [n]f64) =
  (exscan (+) 0 xs, exscan (*) 1 (map (\x -> 2 ** f64.i64 x) xs))

-- Rows as elements.
-- ==
-- entry: before_rows
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] } output { [[0i32, 0i32], [1i32, 2i32], [4i32, 6i32]] }
entry before_rows (xs: [][2]i32) : [][2]i32 = exscan (map2 (+)) [0, 0] xs

-- ==
-- entry: segments
-- input { [3i64, 0i64, 2i64] }
-- output { [3i64, 0i64, 2i64] [true, false, false, true, false] [0i64, 3i64, 3i64]
--          [0i64, 3i64, 6i64, 0i64, 2i64] [4i64, 1i64, 3i64] }
-- input { [0i64, 0i64] }
-- output { [0i64, 0i64] empty([0]bool) [0i64, 0i64] empty([0]i64) [1i64, 1i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) empty([0]i64) }
entry segments (xs: []i64) = flatmap (\x -> (map (* x) (iota x), x + 1)) xs

-- Elements that are arrays and tuples, and a filter as the function.
-- ==
-- entry: rows_of
-- input { [2i64, 1i64] }
-- output { [[0i64, 2i64], [1i64, 2i64], [0i64, 1i64]] [true, false, true] }
entry rows_of (xs: []i64) = let (_, flags, _, rows) = flatmap' (\x -> map (\i -> [i, x]) (iota x)) xs in (rows, flags)

-- ==
-- entry: evens
-- input { [[1i32, 2i32, 4i32], [3i32, 5i32, 7i32], [8i32, 9i32, 6i32]] }
-- output { [2i64, 0i64, 2i64] [2i32, 4i32, 8i32, 6i32] [0i64, 2i64, 2i64] }
entry evens (rows: [][3]i32) =
  let (sizes, _, offsets, kept) = flatmap' (filter (\x -> x % 2 == 0)) rows in (sizes, kept, offsets)

-- ==
-- entry: old
-- input { 3i32 2.75f32 -7.5f64 } output { 3f32 2i32 3f64 -7i32 }
entry old (i: i32) (x: f32) (y: f64) = (r32 i, t32 x, r64 i, t64 y)
