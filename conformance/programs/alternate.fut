-- Loops whose arrays rotate through a few blocks, whatever the trip count: the number of
-- allocations does not grow with the number of iterations.

-- A wave equation needs the two time steps before the next: three blocks.
-- ==
-- entry: wave
-- input { 1i32 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [0.250000000000000f64, 1.500000000000000f64, 2.500000000000000f64, 1.500000000000000f64, 0.250000000000000f64] } allocs: 3
-- input { 40i32 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [-0.105427452785317f64, -0.028776807168566f64, -2.534212239876543f64, -0.028776807168566f64, -0.105427452785317f64] } allocs: 3
-- input { 400i32 [0f64, 1f64, 4f64, 1f64, 0f64] }
-- output { [-2.239707257582757f64, -1.577473283518508f64, -0.589918765066560f64, -1.577473283518508f64, -2.239707257582757f64] } allocs: 3
entry wave [n] (steps: i32) (u: [n]f64) : [n]f64 =
  let next (prev: [n]f64) (cur: [n]f64) =
    tabulate n (\i ->
                  let left = if i == 0 then 0 else cur[i - 1]
                  let right = if i == n - 1 then 0 else cur[i + 1]
                  in 1.5 * cur[i] - prev[i] + 0.25 * (left + right))
  let (_, last) = loop (prev, cur) = (u, u) for _i < steps do (cur, next prev cur)
  in last

-- The loop owns both of its initial arrays.
-- ==
-- entry: wave_of_copies
-- input { 40i32 [0i64, 1i64, 4i64, 1i64] }
-- output { [10i64, 307i64, 117i64, 265i64] } allocs: 3
-- input { 400i32 [0i64, 1i64, 4i64, 1i64] }
-- output { [477i64, 745i64, 561i64, 187i64] } allocs: 3
entry wave_of_copies [n] (steps: i32) (u: [n]i64) : [n]i64 =
  let (_, last) =
    loop (prev, cur) = (map (+ 1) u, map (* 2) u) for i < steps do
      (cur, map2 (\p c -> (3 * c + p + i64.i32 i) % 1009) prev (rotate 1 cur))
  in last

-- Some iterations keep the array.
-- ==
-- entry: sometimes
-- input { 0i32 3i32 [1i64, 2i64, 3i64] }
-- output { [1i64, 2i64, 3i64] } allocs: 2
-- input { 41i32 3i32 [1i64, 2i64, 3i64] }
-- output { [713i64, 610i64, 507i64] } allocs: 4
-- input { 400i32 3i32 [1i64, 2i64, 3i64] }
-- output { [575i64, 125i64, 684i64] } allocs: 4
-- input { 41i32 100i32 [1i64, 2i64, 3i64] }
-- output { [1i64, 2i64, 3i64] } allocs: 2
-- input { 41i32 1i32 [1i64, 2i64, 3i64] }
-- output { [753i64, 933i64, 104i64] } allocs: 4
entry sometimes [n] (steps: i32) (every: i32) (u: [n]i64) : [n]i64 =
  loop xs = u for i < steps do
    if i % every == every - 1 then map (\x -> (3 * x + xs[0] + i64.i32 i) % 1009) (reverse xs) else xs

-- The trip count is not known in advance.
-- ==
-- entry: until
-- input { [27i64, 1i64, 97i64] }
-- output { [1i64, 1i64, 20i64] 123i64 } allocs: 4
-- input { [1i64, 1i64, 1i64] }
-- output { [1i64, 1i64, 1i64] 0i64 } allocs: 2
-- input { [837799i64, 5i64, 6i64] }
-- output { [1i64, 1i64, 1i64] 581i64 } allocs: 4
entry until [n] (u: [n]i64) : ([n]i64, i64) =
  loop (xs, steps) = (u, 0) while xs[0] != 1 do
    (if xs[0] % 2 == 0 || steps % 2 == 0
     then map (\x -> if x % 2 == 0 then x / 2 else 3 * x + 1) xs
     else xs, steps + 1)

-- A loop within a loop: the inner one's blocks serve the outer one, too.
-- ==
-- entry: rounds
-- input { 3i32 2i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [897i64, 986i64, 751i64, 664i64] } allocs: 2
-- input { 40i32 5i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [459i64, 667i64, 147i64, 950i64] } allocs: 2
-- input { 400i32 5i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [57i64, 939i64, 640i64, 769i64] } allocs: 2
-- input { 7i32 0i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [1i64, 2i64, 3i64, 4i64] } allocs: 2
-- input { 7i32 1i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [729i64, 672i64, 115i64, 174i64] } allocs: 2
-- input { 0i32 7i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [1i64, 2i64, 3i64, 4i64] } allocs: 2
entry rounds [n] (outer: i32) (inner: i32) (u: [n]i64) : [n]i64 =
  loop xs = u for i < outer do
    loop ys = xs for j < inner do
      map2 (\a b -> (2 * a + b + i64.i32 (i * j)) % 1009) ys (rotate 1 ys)

-- Three loops within each other.
-- ==
-- entry: rounds_of_rounds
-- input { 3i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [690i64, 62i64, 419i64, 40i64] } allocs: 2
-- input { 12i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [986i64, 454i64, 408i64, 942i64] } allocs: 2
entry rounds_of_rounds [n] (steps: i32) (u: [n]i64) : [n]i64 =
  loop xs = u for i < steps do
    loop ys = xs for j < steps do
      loop zs = ys for k < 3i32 do
        map2 (\a b -> (2 * a + b + i64.i32 (i * j + k)) % 1009) zs (rotate 1 zs)

-- The outer loop needs its array after the inner one.
-- ==
-- entry: rounds_and_back
-- input { 3i32 2i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [347i64, 267i64, 390i64, 902i64] }
-- input { 8i32 5i32 [1i64, 2i64, 3i64, 4i64] }
-- output { [737i64, 249i64, 786i64, 536i64] }
entry rounds_and_back [n] (outer: i32) (inner: i32) (u: [n]i64) : [n]i64 =
  loop xs = u for i < outer do
    let ys =
      loop ys = xs for j < inner do
        map2 (\a b -> (2 * a + b + i64.i32 (i * j)) % 1009) ys (rotate 1 ys)
    in map2 (\x y -> (x + 7 * y) % 1009) (rotate 1 xs) ys

-- A while-loop around two for-loops, the inner one with a growing trip count.
-- ==
-- entry: rounds_of_rounds_until
-- input { 0i64 [1i64, 5i64, 9i64, 2i64] }
-- output { [1i64, 5i64, 9i64, 2i64] } allocs: 4
-- input { 1i64 [1i64, 5i64, 9i64, 2i64] }
-- output { [1i64, 5i64, 9i64, 2i64] } allocs: 4
-- input { 2i64 [1i64, 5i64, 9i64, 2i64] }
-- output { [11i64, 12i64, 19i64, 9i64] } allocs: 4
-- input { 5i64 [1i64, 5i64, 9i64, 2i64] }
-- output { [610i64, 480i64, 618i64, 477i64] } allocs: 4
-- input { 9i64 [1i64, 5i64, 9i64, 2i64] }
-- output { [10i64, 378i64, 18i64, 375i64] } allocs: 4
entry rounds_of_rounds_until [n] (k: i64) (u: [n]i64) : [n]i64 =
  (loop (xs: [n]i64, c) = (u, 0i64) while c < k && xs[0] != 7 do
     (loop ys: [n]i64 = xs for _j < k - 1 do
        loop zs: [n]i64 = ys for i < c % 3 do map2 (\a b -> (2 * a + b + i) % 1009) zs (rotate 2 zs),
      c + 1)).0
