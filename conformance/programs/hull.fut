-- Convex hulls by Jarvis's march (R. A. Jarvis, "On the identification of the convex hull
-- of a finite set of points in the plane", 1973): from each corner on to the point that
-- leaves all others to its left. And the irregular sum over points of x·j + y for j below
-- 5x, flattened: each point is repeated as often as it has terms.
--
-- Twelve of the points are the corners of a regular polygon of radius 2, whose area is
-- 12/2 · 2² · sin 30° = 12; nine lie inside. The sum was computed by loops in Python.
-- ==
-- entry: hull
-- input { [2.0, 1.732050807569, 1.0, 0.0, -1.0, -1.732050807569, -2.0, -1.732050807569, -1.0, -0.0, 1.0, 1.732050807569, 0.9, -0.11596, -0.870118, 0.34018, 0.782458, -0.541811, -0.642839, 0.707463, 0.460534] [0.0, 1.0, 1.732050807569, 2.0, 1.732050807569, 1.0, 0.0, -1.0, -1.732050807569, -2.0, -1.732050807569, -1.0, 0.0, 0.671135, -0.894322, 0.520596, 0.200601, -0.787907, 0.849326, -0.343864, -0.391109] }
-- output { 12i64 11.999999999999998 }
-- random input { [200]f64 [200]f64 } auto output
-- ==
-- entry: terms
-- input { [2.0, 1.732050807569, 1.0, 0.0, -1.0, -1.732050807569, -2.0, -1.732050807569, -1.0, -0.0, 1.0, 1.732050807569, 0.9, -0.11596, -0.870118, 0.34018, 0.782458, -0.541811, -0.642839, 0.707463, 0.460534] [0.0, 1.0, 1.732050807569, 2.0, 1.732050807569, 1.0, 0.0, -1.0, -1.732050807569, -2.0, -1.732050807569, -1.0, 0.0, 0.671135, -0.894322, 0.520596, 0.200601, -0.787907, 0.849326, -0.343864, -0.391109] }
-- output { 49i64 216.63373122386406 }
-- random input { [200]f64 [200]f64 } auto output
type point = (f64, f64)

-- The cross product of a and b as seen from o.
def cross ((ox, oy): point) ((ax, ay): point) ((bx, by): point) = (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)

def segmented_scan 't [n] (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t) : [n]t =
  (unzip (scan (\(f1, v1) (f2, v2) -> (f1 || f2, if f2 then v2 else op v1 v2)) (false, ne) (zip flags as))).1

-- i, as often as reps[i] says, for each i.
def replicated_iota [n] (reps: [n]i64) : []i64 =
  let offs = [0] ++ init (scan (+) 0 reps)
  let total = i64.sum reps
  let tmp = reduce_by_index (replicate total 0) i64.max 0 (map2 (\o r -> if r == 0 then -1 else o) (sized n offs) reps) (iota n)
  in scan i64.max 0 tmp

-- What get gives of each element and of each number below its size.
def expand 'a 'b (sz: a -> i64) (get: a -> i64 -> b) (arr: []a) : []b =
  let szs = map sz arr
  let idxs = replicated_iota szs
  let starts = map2 (!=) idxs (rotate (-1) idxs)
  let iotas = segmented_scan (+) 0 (starts with [0] = true) (map (const 1) idxs) |> map (\x -> x - 1)
  in map2 (\i j -> get arr[i] j) idxs iotas

entry hull [n] (xs: [n]f64) (ys: [n]f64) : (i64, f64) =
  let points = zip xs ys
  let before (x1, y1) (x2, y2) = x1 < x2 || (x1 == x2 && y1 <= y2)
  let first = reduce (\p q -> if before p q then p else q) (f64.inf, f64.inf) points
  let next (a: point) =
    reduce (\p q -> if p == a then q else if q == a then p else if cross a p q < 0 then q else p)
           a points
  let (corners, k, _) =
    loop (corners, k, p) = (replicate n (0, 0), 0i64, first) while k == 0 || p != first do
      (corners with [k] = p, k + 1, next p)
  let corners = corners[:k]
  in (k, f64.sum (map2 (\(x1, y1) (x2, y2) -> x1 * y2 - x2 * y1) corners (rotate 1 corners)) / 2)

entry terms [n] (xs: [n]f64) (ys: [n]f64) : (i64, f64) =
  let all =
    expand (\(x, _) -> if x > 0 then i64.f64 (x * 5) else 0) (\(x, y) j -> x * f64.i64 j + y)
           (zip xs ys)
  in (length all, f64.sum all)
