-- Sizes: existential, computed, bound by patterns, checked.
def evens [n] (xs: [n]i32) : []i32 = filter (\x -> x % 2 == 0) xs
def spaced [n] (xs: [n]i32) : [n * 2]i32 = flatten (map (\x -> [x, 0]) xs) :> [n * 2]i32
def pairs [n] 'a (xs: [n]a) : [n / 2](a, a) = tabulate (n / 2) (\i -> (xs[2 * i], xs[2 * i + 1]))
def prefix (n: i64) : [n + 1]i64 = iota (n + 1)
def both [n] [m] 'a (xs: [n]a) (ys: [m]a) : ([n + m]a, i64) = (xs ++ ys, n * 100 + m)

-- ==
-- entry: filtered
-- input { [1i32, 2i32, 3i32, 4i32] } output { [20i32, 40i32] 2i64 [2i32, 4i32, 7i32] }
entry filtered (xs: []i32) =
  let ys = evens xs
  let n = length ys
  in (map2 (\y k -> y * k) ys (map (const 10) ys), n, ys ++ [7])

-- ==
-- entry: computed
-- input { [1i32, 2i32] } output { [1i32, 0i32, 2i32, 0i32] [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] [1i32] [2i32] }
entry computed [n] (xs: [n]i32) =
  (spaced xs, map (\_ -> prefix n) xs, map (.0) (pairs xs), map (.1) (pairs xs))

-- ==
-- entry: named
-- input { [1i32, 2i32, 3i32, 4i32, 6i32] } output { 3i64 [0i64, 1i64, 2i64] }
entry named (xs: []i32) =
  let [k] (ys: [k]i32) = evens xs
  in (k, map2 (\_ i -> i) ys (iota k))

-- ==
-- entry: summed
-- input { [1i32] [2i32, 3i32] } output { [1i32, 2i32, 3i32] 102i64 }
entry summed (xs: []i32) (ys: []i32) = both xs ys

-- ==
-- entry: square
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { 5i32 }
-- input { [[1i32, 2i32, 3i32], [3i32, 4i32, 5i32]] } error: .
entry square [n] (a: [n][n]i32) = loop s = 0 for i < n do s + a[i, i]

-- ==
-- entry: checked
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] } output { 32i32 }
-- input { [1i32, 2i32, 3i32] [4i32, 5i32] } error: .
entry checked (xs: []i32) (ys: []i32) =
  let n = length xs
  in reduce (+) 0 (map2 (*) (xs :> [n]i32) (ys :> [n]i32))

-- ==
-- entry: chosen
-- input { true 3i64 } output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
-- input { false 3i64 } output { [[5i64, 5i64, 5i64], [5i64, 5i64, 5i64]] }
entry chosen (c: bool) (n: i64) =
  map (\_ -> if c then iota n else replicate n 5) [0, 1i32]

-- ==
-- entry: irregular
-- input { [3i64, 1i64] } output { [3i64, 0i64] }
entry irregular (ns: []i64) =
  map (\n ->
         let xs = map (\i -> if i % 2 == 0 then i else 1) (iota n)
         let ys = filter (!= 1) xs
         in if length ys > 1 then i64.sum ys + 1 else head ys) ns

-- ==
-- entry: empty_rows
-- input { 0i64 3i64 } output { empty([0][3]i64) 0i64 empty([3][0]i64) }
entry empty_rows (n: i64) (m: i64) =
  let a = map (\i -> map (+ i) (iota m)) (iota n)
  in (a, i64.sum (flatten a), transpose a)

-- ==
-- entry: said
-- input { 2i64 [1, 2] } output { [1, 2] [true, false] }
-- input { 3i64 [1, 2] } error: [23]
entry said (n: i64) (xs: []i32) = (sized n xs, map (\x -> not (x > 1)) (sized n xs))

-- The rest of an array has the size given by partition, also after a let.
-- ==
-- entry: three_ways
-- input { [5, 1, 4, 2, 3] 4 2 } output { [5] [4, 2, 3] [1] [5, 4, 2, 3, 1] }
-- input { empty([0]i32) 4 2 } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
def three [n] (p: i32 -> bool) (q: i32 -> bool) (xs: [n]i32) : ?[k][l].([k]i32, [l]i32, [n - k - l]i32) =
  let (as, rest) = partition p xs
  let (bs, cs) = partition q rest
  in (as, bs, cs)
entry three_ways [n] (xs: [n]i32) (a: i32) (b: i32) =
  let [k][l] (as: [k]i32, bs: [l]i32, cs) = three (> a) (>= b) xs
  in (as, bs, cs, as ++ bs ++ cs :> [n]i32)

-- [] in a coercion is the size that there is, not a new one.
-- ==
-- entry: coerced_any
-- input { [[1, 2], [3, 4]] [5, 6] } output { [6, 8] [8, 10] [1, 2] }
-- input { [[1, 2], [3, 4]] [5, 6, 7] } error: shape
-- input { [[1, 2], [3, 4], [5, 6]] [5, 6] } error: cannot match shape of type
entry coerced_any [n] (x: [][n]i32) (y: []i32) : ([n]i32, [n]i32, [n]i32) =
  let y = y :> [n]i32
  let x = x :> [2][]i32
  in (map2 (+) x[0] (y :> []i32), map2 (+) x[1] y, (x :> [][2]i32)[0] :> [n]i32)
