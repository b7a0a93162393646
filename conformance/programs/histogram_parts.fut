-- Histograms with enough updates to be built in parts by several threads, with operators
-- that are exact in any order and with one that is not.

-- Update i goes to bin i % k with value i: bin b gets the numbers of an arithmetic
-- progression, whose sum, count, least and greatest are known.
-- ==
-- entry: progression
-- input { 100000i64 100i64 } output { true }
-- input { 20000i64 7i64 } output { true }
-- input { 20000i64 19999i64 } output { true }
-- input { 16384i64 1i64 } output { true }
-- input { 16383i64 3i64 } output { true }
entry progression (n: i64) (k: i64) : bool =
  let bins = map (% k) (iota n)
  let sums = reduce_by_index (replicate k 0) (+) 0 bins (iota n)
  let least = reduce_by_index (replicate k i64.highest) i64.min i64.highest bins (iota n)
  let most = reduce_by_index (map f64.i64 (iota k)) f64.max (-f64.inf) bins (map f64.i64 (iota n))
  let count b = (n - b + k - 1) / k
  in and (map (\b -> sums[b] == count b * b + k * (count b * (count b - 1) / 2)) (iota k))
     && and (map (\b -> least[b] == b) (iota k))
     && and (map (\b -> most[b] == f64.i64 (b + k * (count b - 1))) (iota k))

-- Two dimensions; updates out of bounds are dropped.
-- ==
-- entry: grid
-- input { 30000i64 } output { [[3001, 3000, 3000, 3000], [3000, 3000, 3000, 3000]] }
entry grid (n: i64) : [2][4]i32 =
  let start = [[1i32, 0, 0, 0], [0, 0, 0, 0]]
  in reduce_by_index_2d start (+) 0 (map (\i -> ((i / 5) % 2, i % 5)) (iota n)) (replicate n 1i32)

-- Several histograms of one pass over the input, of small integers that wrap and of
-- bools.
-- ==
-- entry: several
-- input { 65536i64 } output { [0u8, 0u8, 0u8, 0u8] [true, false, true, false] }
entry several (n: i64) : ([4]u8, [4]bool) =
  let bins = map (% 4) (iota n)
  in ( reduce_by_index (replicate 4 0u8) (+) 0 bins (replicate n 1u8)
     , reduce_by_index (replicate 4 false) (||) false bins (map (\i -> i % 2 == 0) (iota n)))

-- The sum of floats keeps the order of the updates: after 2^24, ones are lost.
-- ==
-- entry: ordered
-- math: reproducible
-- input { 40000i64 } output { [16777216f32] }
entry ordered (n: i64) : [1]f32 =
  reduce_by_index [0f32] (+) 0 (replicate n 0i64) (map (\i -> if i == 0 then 16777216 else 1) (iota n))

-- The error is that of the first update that fails.
-- ==
-- entry: fails
-- input { 50000i64 49999i64 30000i64 } error: Index \[30000\] out of bounds
-- input { 50000i64 200i64 30000i64 } error: Index \[200\] out of bounds
entry fails (n: i64) (p: i64) (q: i64) : [3]i32 =
  let xs = [1i32, 2, 3]
  in reduce_by_index (replicate 3 0) (+) 0 (map (% 3) (iota n)) (map (\i -> if i == p || i == q then xs[i] else xs[i % 3]) (iota n))
