-- Entry points that take and return records, sums, abstract types and arrays of these, which scripts
-- hand from one to the other. Expected results: Futhark 0.25.32, and for fields of values and
-- constructed records, which its scripts do not have, the definitions.
type point = {x: f64, y: f64}
type shape = #circle point f64 | #path ([3]point) | #none

module counter : { type t val zero : t val add : t -> i32 -> t val get : t -> i32 } = {
  type t = {n: i32, last: i32}
  def zero = {n = 0, last = 0}
  def add (c: t) k = {n = c.n + k, last = k}
  def get (c: t) = c.n * 100 + c.last
}

entry point (x: f64) (y: f64) : point = {x, y}
entry points (xs: []f64) : []point = map (\x -> {x, y = x * x}) xs
entry circle (p: point) (r: f64) : shape = #circle p r
entry path (ps: [3]point) : shape = #path ps
entry none : shape = #none
entry shapes (p: point) (n: i64) = map (\i -> if i % 2 == 0 then (#circle p (f64.i64 i) : (#circle point f64 | #none)) else #none) (iota n)
entry zero = counter.zero
entry add (c: counter.t) (k: i32) : counter.t = counter.add c k
entry both (p: point) (c: counter.t) = (p, c, 7i32)

-- ==
-- entry: distance
-- script input { (point 1.0 2.0, point 4.0 6.0) } output { 5f64 }
-- script input { let p = point 3.0 4.0 in (p, {x = 0.0, y = 0.0}) } output { 5f64 }
-- script input { let (p, _, _) = both (point 0.0 1.0) zero in (p, {y = p.y, x = 2.5}) } output { 2.5 }
entry distance (p: point) (q: point) = f64.sqrt ((p.x - q.x) ** 2 + (p.y - q.y) ** 2)

-- ==
-- entry: measure
-- script input { circle (point 1.0 2.0) 3.0 } output { 6f64 }
-- script input { path (points [1.0, 2.0, 3.0]) } output { 20f64 }
-- script input { none } output { -1f64 }
entry measure (s: shape) : f64 =
  match s
  case #circle p r -> p.x + p.y + r
  case #path ps -> f64.sum (map (.x) ps) + f64.sum (map (.y) ps)
  case #none -> -1

-- ==
-- entry: radii
-- script input { shapes (point 0.0 0.0) 5i64 } output { [0f64, -1f64, 2f64, -1f64, 4f64] }
entry radii (ss: [](#circle point f64 | #none)) =
  map (\s -> match s case #circle _ r -> r case #none -> -1f64) ss

-- ==
-- entry: count
-- script input { add (add zero 3) 4 } output { 704 }
-- script input { let (_, c, k) = both (point 0.0 0.0) (add zero 1) in add c k } output { 807 }
entry count (c: counter.t) = counter.get c
