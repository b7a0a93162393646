-- Index spaces large enough for GPUs to tile, where each thread takes several points in
-- lockstep, with extents that are multiples of nothing; and numbers that exceed the 32
-- bits with which GPUs compute indices where possible. Each entry counts
-- the elements that differ from a formula.

def count [n] (oks: [n]bool) : i64 = i64.sum (map (\ok -> if ok then 0 else 1) oks)

-- Sum over l of (i + l)(l - j).
-- ==
-- entry: product
-- input { 1030i64 9i64 531i64 } output { 0i64 }
-- input { 70i64 5i64 3i64 } output { 0i64 }
-- input { 1i64 3i64 3000i64 } output { 0i64 }
-- input { 2000i64 1i64 1i64 } output { 0i64 }
entry product (n: i64) (k: i64) (m: i64) : i64 =
  let a = tabulate_2d n k (\i l -> i + l)
  let b = tabulate_2d k m (\l j -> l - j)
  let c = map (\row -> map (\column -> i64.sum (map2 (*) row column)) (transpose b)) a
  let s1 = k * (k - 1) / 2
  let s2 = (k - 1) * k * (2 * k - 1) / 6
  in count (flatten (map2 (\i row -> map2 (\j x -> x == s2 + (i - j) * s1 - k * i * j) (iota m) row) (iota n) c))

-- The mean of four neighbours of a linear function is the function itself, inside.
-- ==
-- entry: neighbours
-- input { 700i64 333i64 } output { 0i64 }
-- input { 3i64 9000i64 } output { 0i64 }
-- input { 20000i64 2i64 } output { 0i64 }
entry neighbours (n: i64) (m: i64) : i64 =
  let f (i: i64) (j: i64) = 3 * i - 5 * j
  let t = tabulate_2d n m f
  let clamp (i: i64) (most: i64) = i64.max 0 (i64.min most i)
  let u =
    tabulate_2d n m (\i j ->
                       t[clamp (i - 1) (n - 1), j] + t[clamp (i + 1) (n - 1), j] + t[i, clamp (j - 1) (m - 1)] + t[i, clamp (j + 1) (m - 1)])
  in count (flatten (tabulate_2d n m (\i j ->
                                        u[i, j] ==
                                        f (clamp (i - 1) (n - 1)) j + f (clamp (i + 1) (n - 1)) j + f i (clamp (j - 1) (m - 1)) + f i (clamp (j + 1) (m - 1)))))

-- ==
-- entry: solid
-- input { 13i64 31i64 77i64 } output { 0i64 }
-- input { 4000i64 3i64 2i64 } output { 0i64 }
-- input { 1i64 1i64 30000i64 } output { 0i64 }
entry solid (n: i64) (m: i64) (k: i64) : i64 =
  let t = tabulate_3d n m k (\i j l -> i * 10000 + j * 100 + l)
  let u = map (map (map (+ 1))) t
  in count (flatten (flatten (tabulate_3d n m k (\i j l -> u[i, j, l] == i * 10000 + j * 100 + l + 1))))

-- Products that need 64 bits, and sums of them that wrap.
-- ==
-- entry: large
-- input { 30000i64 1000000007i64 } output { 0i64 }
-- input { 30000i64 -3i64 } output { 0i64 }
-- input { 30000i64 9223372036854775807i64 } output { 0i64 }
entry large (n: i64) (step: i64) : i64 =
  let a = map (\i -> i * step + 1) (iota n)
  let b = map (\x -> x - 1) a
  let c = loop c = replicate n 0i64 for i < 3 do map2 (+) c (map (* i64.i32 i) b)
  in count (map2 (\i x -> x == 3 * i * step) (iota n) c)

-- Points with loops of different trip counts.
-- ==
-- entry: uneven
-- input { 20000i64 } output { 0i64 }
entry uneven (n: i64) : i64 =
  let xs = map (\i -> loop s = 0i64 for j < i % 37 do s + j * i) (iota n)
  in count (map2 (\i x -> let k = i % 37 in x == i * (k * (k - 1) / 2)) (iota n) xs)

-- Threads that share loads in a loop: all pairs.
-- ==
-- entry: pairs
-- input { 5000i64 41i64 } output { 0i64 }
entry pairs (n: i64) (m: i64) : i64 =
  let ys = map (\j -> j * j) (iota m)
  let xs = map (\i -> loop s = 0i64 for j < m do if (i + j) % 3 == 0 then s + ys[j] else s - i) (iota n)
  let zs = map (\i -> i64.sum (map (\j -> if (i + j) % 3 == 0 then j * j else -i) (iota m))) (iota n)
  in count (map2 (==) xs zs)
