-- Histograms with all kinds of operators: those that are exact in any order, on elements
-- of every size; several at once; and those for which the order matters, whose updates
-- are combined in the order of their indices.
-- ==
-- entry: product
-- input { [3, 5] [0i64, 1, 0, 2, -1, 1] [2, 7, -4, 9, 9, 1000000000] } output { [-24, 640261632] }

-- ==
-- entry: bytes
-- input { [100i8, 1i8, 2i8, 3i8, 4i8] [0i64, 0, 1, 4, 3, 5] [27i8, 1i8, -3i8, 100i8, 5i8, 6i8] }
-- output { [-128i8, -2i8, 2i8, 8i8, 104i8] }

-- ==
-- entry: words
-- input { [7u16, 7u16, 7u16] [2i64, 0, 2] [65535u16, 3u16, 9u16] } output { [7u16, 7u16, 65535u16] }

-- ==
-- entry: bits
-- input { [true, false, true] [0i64, 1, 2, 1] [true, true, false, true] } output { [false, false, true] }

-- ==
-- entry: least_f32
-- input { [1f32, -0.0f32, f32.nan] [0i64, 1, 2, 0] [2f32, 0f32, 3f32, -5f32] } output { [-5f32, -0f32, 3f32] }

-- ==
-- entry: most_f64
-- input { [1f64, -2f64] [0i64, 1, 1, 0] [2f64, -3f64, -1f64, f64.nan] } output { [2f64, -1f64] }

-- ==
-- entry: most_f16
-- input { [1f16, -2f16, 0f16] [0i64, 1, 1, 2] [2f16, -3f16, -1f16, -7f16] } output { [2f16, -1f16, 0f16] }

-- ==
-- entry: count_and_range
-- input { 3i64 [0i64, 2, 0, 3, 0] [5, 6, -7, 8, 1] }
-- output { [3, 0, 1] [-7, 2147483647, 6] [5, -2147483648, 6] }

-- ==
-- entry: sums
-- input { [16777216f32, 0f32] [0i64, 1, 0, 0, 1] [1f32, 0.5f32, 1f32, -1f32, 0.25f32] } output { [16777215f32, 0.75f32] }

-- ==
-- entry: largest_where
-- input { 3i64 [0i64, 2, 0, 0, 2, 7] [1f32, 5f32, 3f32, 3f32, 5f32, 9f32] }
-- output { [3f32, -f32.inf, 5f32] [2i64, -1i64, 1i64] }

-- ==
-- entry: last
-- input { 3i64 [0i64, 2, 0, 2] [1, 5, 3, 7] } output { [3, -1, 7] }

-- ==
-- entry: many
-- input { 1i64 1500i64 } auto output
-- input { 100i64 3000i64 } auto output
-- input { 500i64 1500i64 } auto output

-- ==
-- entry: selected
-- input { 1i64 3000i64 } output { true }
-- input { 0i64 10i64 } output { true }
-- input { 10i64 0i64 } output { true }
-- input { 100i64 3000i64 } output { true }
-- input { 5000i64 9000i64 } output { true }

-- ==
-- entry: selected_in_rows
-- input { 3i64 10i64 1000i64 } output { true }
-- input { 40i64 3i64 20i64 } output { true }

entry product [k] [n] (bins: *[k]i32) (is: [n]i64) (xs: [n]i32) =
  reduce_by_index bins (*) 1 is xs

entry bytes [k] [n] (bins: *[k]i8) (is: [n]i64) (xs: [n]i8) =
  reduce_by_index bins (+) 0 is xs

entry words [k] [n] (bins: *[k]u16) (is: [n]i64) (xs: [n]u16) =
  reduce_by_index bins u16.max 0 is xs

entry bits [k] [n] (bins: *[k]bool) (is: [n]i64) (xs: [n]bool) =
  reduce_by_index bins (!=) false is xs

entry least_f32 [k] [n] (bins: *[k]f32) (is: [n]i64) (xs: [n]f32) =
  reduce_by_index bins f32.min f32.inf is xs

entry most_f64 [k] [n] (bins: *[k]f64) (is: [n]i64) (xs: [n]f64) =
  reduce_by_index bins f64.max (-f64.inf) is xs

entry most_f16 [k] [n] (bins: *[k]f16) (is: [n]i64) (xs: [n]f16) =
  reduce_by_index bins f16.max (-f16.inf) is xs

entry count_and_range [n] (k: i64) (is: [n]i64) (xs: [n]i32) : ([k]i32, [k]i32, [k]i32) =
  let op (a: i32, b: i32, c: i32) (d: i32, e: i32, f: i32) = (a + d, i32.min b e, i32.max c f)
  let ne = (0, i32.highest, i32.lowest)
  in unzip3 (reduce_by_index (replicate k ne) op ne is (map (\x -> (1, x, x)) xs))

-- 2^24 + 1 is 2^24 in f32, and 2^24 - 1 is not: the order matters.
entry sums [k] [n] (bins: *[k]f32) (is: [n]i64) (xs: [n]f32) =
  reduce_by_index bins (+) 0 is xs

-- The first of equal elements.
def larger (a: f32, i: i64) (b: f32, j: i64) : (f32, i64) =
  if b > a then (b, j) else (a, i)

entry largest_where [n] (k: i64) (is: [n]i64) (xs: [n]f32) : ([k]f32, [k]i64) =
  let ne = (-f32.inf, -1i64)
  in unzip (reduce_by_index (replicate k ne) larger ne is (zip xs (iota n)))

-- Not commutative: the last update wins.
entry last [n] (k: i64) (is: [n]i64) (xs: [n]i32) : [k]i32 =
  reduce_by_index (replicate k (-1)) (\_ y -> y) (-1) is xs

-- All of them, on many updates.
entry many (k: i64) (n: i64) =
  let is = map (\i -> (i * 7919 + i / 13) % (k + k / 8 + 1)) (iota n)
  let xs = map (\i -> i32.i64 (i * 1103515245 + 12345) >> 3) (iota n)
  let fs = map (\x -> f32.i32 x / 1000) xs
  in (reduce_by_index (replicate k 1i32) (*) 1 is (map (| 1) xs),
      reduce_by_index (replicate k 0i8) (+) 0 is (map i8.i32 xs),
      reduce_by_index (replicate k 0u16) u16.max 0 is (map u16.i32 xs),
      reduce_by_index (replicate k false) (!=) false is (map (> 0) xs),
      reduce_by_index (replicate k 0f64) f64.min 0 is (map f64.i32 xs),
      reduce_by_index (replicate k 0f32) (+) 0 is fs,
      (largest_where k is fs).1,
      (count_and_range k is xs).2)

-- Operators on bins of 192 bits that select one of their operands, compared with a loop. Among
-- equal ones, farthest selects by the last component, which makes it commutative.
def farthest (a: i64, x: f64, i: i64) (b: i64, y: f64, j: i64) : (i64, f64, i64) =
  if b > a || (b == a && j < i) then (b, y, j) else (a, x, i)

def nowhere = (i64.lowest, 0f64, i64.highest)

def update (i: i64) = ((i * 1103515245 + 12345) % 1000, f64.i64 (i * i), i)

def select_in_order [n] (k: i64) (is: [n]i64) (xs: [n](i64, f64, i64)) : [k](i64, f64, i64) =
  loop bins = replicate k nowhere for (i, x) in zip is xs do
    if i < 0 || i >= k then bins else bins with [i] = farthest (copy bins[i]) x

entry selected (k: i64) (n: i64) : bool =
  let is = map (\i -> (i * 7919 + i / 13) % (k + k / 8 + 1)) (iota n)
  let xs = map update (iota n)
  in and (map2 (==) (reduce_by_index (replicate k nowhere) farthest nowhere is xs) (select_in_order k is xs))

entry selected_in_rows (m: i64) (k: i64) (n: i64) : bool =
  let iss = tabulate_2d m n (\j i -> (i * 7919 + i / 13 + j) % (k + 1))
  let xss = tabulate_2d m n (\j i -> update (i + 31 * j))
  let found = map2 (\is xs -> reduce_by_index (replicate k nowhere) farthest nowhere is xs) iss xss
  in and (map3 (\bins is xs -> and (map2 (==) bins (select_in_order k is xs))) found iss xss)
