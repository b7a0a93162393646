-- Clusters of a stream (Rodinia's streamcluster): candidates are opened one after the other if what their points
-- save, and what closing emptied centres saves, exceeds the cost of opening.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 20i64 3i64 4i64 }
-- output { [3i64, 9i64, 3i64] }
-- input { 1i64 1i64 1i64 }
-- output { [1i64, 1i64, 1i64] }
-- notest input { 500i64 8i64 20i64 }
-- notest input { 5000i64 16i64 40i64 }
-- notest input { 100000i64 32i64 300i64 }
entry main (n: i64) (d: i64) (candidates: i64) : [3]i64 =
  let points = tabulate_2d n d (\i j -> uniform 1 (i * d + j) + f32.i64 (hash (u32.i64 i) % 5 |> i64.u32))
  let distance (x: [d]f32) (y: [d]f32) = f32.sum (map2 (\a b -> (a - b) * (a - b)) x y)
  let cost = 0.4 * f32.i64 d * f32.i64 (1 + n / 50)
  let first = map (\p -> distance p points[0]) points
  let (centre, _, opened) =
    loop (centre, spent, opened) = (replicate n 0, first, 1) for k < candidates do
      let x = i64.u32 (hash (u32.i64 k + 0x600d)) % n
      let to_x = map (\p -> distance p points[x]) points
      -- Of those that stay, what it would cost to move them too, by centre: a centre closes if that is cheap.
      let moves = map2 (\a b -> a < b) to_x spent
      let extra = reduce_by_index (replicate n 0f32) (+) 0 centre (map3 (\m a b -> if m then 0 else a - b) moves to_x spent)
      let users = reduce_by_index (replicate n 0i32) (+) 0 centre (replicate n 1)
      let closes = map2 (\e u -> u > 0 && e < cost) extra users
      let saved =
        f32.sum (map3 (\m a b -> if m then b - a else 0) moves to_x spent)
        + f32.sum (map2 (\c e -> if c then cost - e else 0) closes extra)
      in if saved <= cost
         then (centre, spent, opened)
         else
           let go = map2 (\m c -> m || closes[c]) moves centre
           in (map2 (\g c -> if g then x else c) go centre, map3 (\g a b -> if g then a else b) go to_x spent, opened + 1)
  let users = reduce_by_index (replicate n 0i32) (+) 0 centre (replicate n 1)
  in [i64.sum (map (\u -> i64.bool (u > 0)) users), i64.i32 (i32.maximum users), opened]
