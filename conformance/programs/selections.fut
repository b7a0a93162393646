-- Reductions by operators that return one of their operands: argmin or argmax, the last
-- element that satisfies a condition. The accumulator seldom changes, or always does.
--
-- Expected results are given by what makes the arrays; those with NaN by hand, from the
-- order of docs/semantics.md.

def closer (a: f32, i: i64) (b: f32, j: i64) : (f32, i64) =
  if i < 0
  then (b, j)
  else if j < 0
  then (a, i)
  else if b < a || (b == a && j < i) then (b, j) else (a, i)

-- The least of a permutation of 0, 1, …, n - 1, n being prime: is it where it should be?
-- ==
-- entry: shuffled
-- input { 2i64 } output { true }
-- input { 997i64 } output { true }
-- input { 1031i64 } output { true }
-- input { 5003i64 } output { true }
-- compiled input { 1299709i64 } output { true }
entry shuffled (n: i64) : bool =
  let value i = (i * 7919 + 13) % n
  let (least, place) = reduce closer (f32.inf, -1) (map (\i -> (f32.i64 (value i), i)) (iota n))
  in least == 0 && value place == 0

-- Every element changes the accumulator, or none after the first.
-- ==
-- entry: falling
-- input { 3000i64 } output { 2999i64 0i64 }
-- compiled input { 1100000i64 } output { 1099999i64 0i64 }
entry falling (n: i64) : (i64, i64) =
  let place f = (reduce closer (f32.inf, -1) (map (\i -> (f32.i64 (f i), i)) (iota n))).1
  in (place (\i -> n - i), place id)

-- Equal elements: the first of them, and the last.
-- ==
-- entry: equal
-- input { 2500i64 } output { 4i64 2494i64 }
entry equal (n: i64) : (i64, i64) =
  let xs = map (\i -> ((i + 6) % 10, i)) (iota n)
  let first (a, i) (b, j) = if b < a then (b, j) else (a, i)
  let last (a, i) (b, j) = if b <= a then (b, j) else (a, i)
  in ((reduce first (i64.highest, -1) xs).1, (reduce last (i64.highest, -1) xs).1)

-- Values that compare with nothing. With 6000 elements the chunk from 5120 on begins with NaN
-- and keeps it; the chunk before it ends with 5119.
-- ==
-- entry: nans
-- input { 3000i64 } output { 2998i64 }
-- input { 6000i64 } output { 5119i64 }
-- input { 14000i64 } output { 13999i64 }
entry nans (n: i64) : i64 =
  let xs = map (\i -> ((if i % 7 == 3 then f32.nan else f32.i64 (n - i)), i)) (iota n)
  in (reduce closer (f32.inf, -1) xs).1

-- The last that is not zero.
-- ==
-- entry: last
-- input { [0i64, 3i64, 0i64, 9i64, 0i64, 0i64] } output { 9i64 }
-- input { empty([0]i64) } output { 0i64 }
entry last (xs: []i64) : i64 = reduce (\a b -> if b != 0 then b else a) 0 xs

-- ==
-- entry: sparse
-- compiled input { 2000000i64 } output { 1900005i64 }
entry sparse (n: i64) : i64 = last (map (\i -> if i % 100000 == 5 then i else 0) (iota n))

-- -0 and 0 are equal, but not the same.
-- ==
-- entry: zeros
-- input { 2000i64 } output { true }
entry zeros (n: i64) : bool =
  let xs = map (\i -> if i % 2 == 0 then 0f32 else -0f32) (iota n)
  let x = reduce (\a b -> if b <= a then b else a) f32.inf xs
  in f32.to_bits x == f32.to_bits (-0f32)

-- Components from different operands: the minimum and the maximum.
-- ==
-- entry: extremes
-- input { 5003i64 } output { 0i64 5002i64 }
entry extremes (n: i64) : (i64, i64) =
  let value i = (i * 7919 + 13) % n
  let wider (a, b) (c, d) = (if c < a then c else a, if d > b then d else b)
  in reduce wider (i64.highest, i64.lowest) (map (\i -> (value i, value i)) (iota n))

-- Paper beats rock, scissors paper, rock scissors, which is not associative: the order is
-- that of docs/semantics.md, here as loops.
-- ==
-- entry: circle
-- input { 700i64 } output { true }
-- input { 5003i64 } output { true }
entry circle (n: i64) : bool =
  let winner (a: i64) b = if (a - b + 3) % 3 == 1 then a else b
  let value i = (i * i + i / 7) % 3
  let chunk c = loop acc = 0 for k < i64.min 1024 (n - c * 1024) do winner acc (value (c * 1024 + k))
  let all = loop acc = chunk 0 for c < (n - 1) / 1024 do winner acc (chunk (c + 1))
  in reduce winner 0 (map value (iota n)) == all

-- Elements of 48 bytes.
-- ==
-- entry: wide
-- input { 5003i64 } output { true }
entry wide (n: i64) : bool =
  let value i = (i * 7919 + 13) % n
  let less (a: (i64, i64, i64, i64, i64, i64)) b = if b.0 < a.0 then b else a
  let least = reduce less (i64.highest, 0, 0, 0, 0, 0) (map (\i -> (value i, i, i + 1, i + 2, i + 3, i + 4)) (iota n))
  in value least.1 == 0 && least == (0, least.1, least.1 + 1, least.1 + 2, least.1 + 3, least.1 + 4)

-- The place of the largest of each row.
-- ==
-- entry: rows
-- input { 3i64 5000i64 } output { true }
-- input { 70i64 1000i64 } output { true }
-- input { 1000i64 7i64 } output { true }
-- input { 33i64 0i64 } output { true }
entry rows (n: i64) (m: i64) : bool =
  let value i j = (i * 31 + j * 17) % 10007
  let larger (a, i) (b, j) = if b > a then (b, j) else (a, i)
  let places = map (\i -> reduce larger (-1, -1) (map (\j -> (value i j, j)) (iota m))) (iota n)
  let right i (x, j) =
    if m == 0
    then j == -1
    else value i j == x && all (\k -> value i k < x || (value i k == x && k >= j)) (iota m)
  in and (map2 right (iota n) places)
