-- The convex hull of points in the plane by quickhull over all segments at once (Barber,
-- Dobkin, Huhdanpaa 1996; flat, as in PBBS): the farthest point of each segment by a
-- histogram with arg-max.
--
-- Expected results: by Andrew's chain of sorted points, in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

type point = (i64, i64)

def cross ((ax, ay): point) ((bx, by): point) ((px, py): point) : i64 =
  (bx - ax) * (py - ay) - (by - ay) * (px - ax)

-- ==
-- entry: main
-- input { 40i64 100i64 }
-- output { [11i64, 42098i64, -56i64] }
-- input { 3i64 10i64 }
-- output { [3i64, 42i64, 2i64] }
-- notest input { 2000i64 1000i64 }
-- notest input { 5000000i64 1000000i64 }
entry main (n: i64) (size: i64) : [3]i64 =
  let ps =
    tabulate n (\i ->
                  let x = i64.u32 (hash (u32.i64 i)) % (2 * size) - size
                  let y = i64.u32 (hash (u32.i64 i + 0x55555555)) % (2 * size) - size
                  in if x * x + y * y <= size * size then (x, y) else (x / 2, y / 2))
  let less (a: point) (b: point) = a.0 < b.0 || (a.0 == b.0 && a.1 < b.1)
  let left = reduce (\a b -> if less b a then b else a) ps[0] ps
  let right = reduce (\a b -> if less a b then b else a) ps[0] ps
  -- segment k runs from corners[k] to corners[k + 1], around; points know their segment
  let upper = filter (\p -> cross left right p > 0) ps
  let lower = filter (\p -> cross right left p > 0) ps
  let (corners, _, _) =
    loop (corners, points, owner) = ([left, right], upper ++ lower, map (const 0i64) upper ++ map (const 1i64) lower)
    while length points > 0 do
      let k = length corners
      let start o = corners[o]
      let end o = corners[(o + 1) % k]
      let heights = map2 (\p o -> cross (start o) (end o) p) points owner
      let farther (d, i) (e, j) = if e > d || (e == d && j < i) then (e, j) else (d, i)
      let best = reduce_by_index (replicate k (0i64, i64.highest)) farther (0, i64.highest) owner (zip heights (indices points))
      let split = map (\(d, _) -> i64.bool (d > 0)) best
      let shift = map2 (-) (scan (+) 0 split) split
      let k' = k + i64.sum split
      let next = replicate k' (0i64, 0i64)
      let next = scatter next (map (\o -> o + shift[o]) (iota k)) (corners :> [k]point)
      let next = scatter next (map2 (\o s -> if s == 1 then o + shift[o] + 1 else -1) (iota k) split) (map (\(d, i) -> if d > 0 then points[i] else (0, 0)) best)
      let placed =
        map2 (\p o ->
                let top = points[best[o].1]
                in if cross (start o) top p > 0
                   then o + shift[o]
                   else if cross top (end o) p > 0 then o + shift[o] + 1 else -1) points owner
      let (points', owner') = unzip (filter (\(_, o) -> o >= 0) (zip points placed))
      in (next, points', owner')
  let k = length corners
  let area = i64.sum (map (\o -> let ((ax, ay), (bx, by)) = (corners[o], corners[(o + 1) % k]) in ax * by - ay * bx) (iota k))
  in [k, i64.abs area, left.0 + right.1]
