-- k-means clustering of points in the plane: each step assigns every point to
-- its nearest centre and moves the centres to the means of their points. A
-- centre without points stays.
--
-- Expected results by hand: two well-separated squares of points, whose means
-- are their middles, reached in one step; and a centre far from everything.
type point = (f32, f32)

def distance (p: point) (q: point) : f32 =
  let (dx, dy) = (p.0 - q.0, p.1 - q.1)
  in dx * dx + dy * dy

def nearest [k] (centres: [k]point) (p: point) : i64 =
  let closer (d, i) (e, j) = if e < d || (e == d && j < i) then (e, j) else (d, i)
  in (reduce closer (f32.inf, -1) (zip (map (distance p) centres) (iota k))).1

def step [k] [n] (points: [n]point) (centres: [k]point) : [k]point =
  let owners = map (nearest centres) points
  let sums =
    hist (\(x, y, c) (z, w, d) -> (x + z, y + w, c + d)) (0, 0, 0i32) k
         owners (map (\(x, y) -> (x, y, 1)) points)
  in map2 (\old (x, y, c) -> if c == 0 then old else (x / f32.i32 c, y / f32.i32 c)) centres sums

-- ==
-- entry: main
-- input { 3i32 [0f32, 0f32, 2f32, 2f32, 10f32, 10f32, 12f32, 12f32] [0f32, 2f32, 0f32, 2f32, 10f32, 12f32, 10f32, 12f32] [0f32, 9f32] [0f32, 9f32] }
-- output { [1f32, 11f32] [1f32, 11f32] }
-- input { 5i32 [1f32, 3f32] [1f32, 1f32] [0f32, 100f32] [0f32, 100f32] }
-- output { [2f32, 100f32] [1f32, 100f32] }
entry main [k] [n] (steps: i32) (xs: [n]f32) (ys: [n]f32) (cx: [k]f32) (cy: [k]f32) =
  unzip (iterate steps (step (zip xs ys)) (zip cx cy))
