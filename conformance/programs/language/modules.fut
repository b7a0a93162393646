-- Modules: structures, module types, abstract types, functors, refinement, open, operators in modules.
module type monoid = { type t val op : t -> t -> t val zero : t }
module sums (M: monoid) = {
  def sum [n] (xs: [n]M.t) : M.t = reduce M.op M.zero xs
  def twice (x: M.t) = x `M.op` x
}
module add : monoid with t = i64 = { type t = i64 def op (x: t) (y: t) = x + y def zero : t = 0 }
module opaque : { type t val mk : i64 -> t val get : t -> i64 } = { type t = (i64, bool) def mk x = (x, true) def get (x: t) = x.0 }
module s = sums add
module a = { module b = { def c = 3i64 def (+++) (x: i64) y = x * y type r = {f: i64} } }
open a.b
module nums (N: numeric) = { def sq (x: N.t) = x N.* x def tot [n] (xs: [n]N.t) = N.sum (map sq xs) }
module ni = nums i64
module nf = nums f32
module vec : { type t [n] 'a val fromArray [n] 'a : [n]a -> t [n] a val toArray [n] 'a : t [n] a -> [n]a val map [n] 'a 'b : (a -> b) -> t [n] a -> t [n] b } = {
  type t [n] 'a = [n]a
  def fromArray [n] 'a (xs: [n]a) : t [n] a = xs
  def toArray [n] 'a (xs: t [n] a) : [n]a = xs
  def map f xs = map f xs
}

-- ==
-- entry: main
-- input { [1i64,2,3] } output { 6i64 4i64 3i64 6i64 14i64 14f32 [2i64,3,4] }
entry main [n] (xs: [n]i64) = (s.sum xs, s.twice 2, a.b.c, 2 +++ c, ni.tot xs, nf.tot (map f32.i64 xs), vec.toArray (vec.map (+ 1) (vec.fromArray xs)))

-- ==
-- entry: opq
-- input { [1i64,2,3] } output { [1i64,2,3] }
entry opq [n] (xs: [n]i64) = map opaque.get (map opaque.mk xs)
