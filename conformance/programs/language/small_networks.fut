-- Medians by a network of comparisons in a small array: loops within a loop whose bounds are known only once the one
-- around them is unrolled, with an index of i32.
--
-- Expected results: by sorting, in Python.
-- ==
-- input { 3i64 }
-- output { [3i32, 7i32, 6i32] }
-- input { 8i64 }
-- output { [3i32, 7i32, 6i32, 3i32, 7i32, 5i32, 3i32, 8i32] }
def median (v: [5]i32) : i32 =
  (loop v = copy v for i < 4 do
     loop v for j < 4 - i do
       let (a, b) = (v[j], v[j + 1])
       let v = v with [j] = i32.min a b
       in v with [j + 1] = i32.max a b)[2]

entry main (n: i64) : [n]i32 =
  map (\i -> median (map (\k -> i32.i64 ((i * 7 + k * k * 3) % 11)) (iota 5))) (iota n)
