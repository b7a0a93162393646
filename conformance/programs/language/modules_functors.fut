-- Functors: curried, of functors, anonymous, with types of their own in arguments; abstract types of
-- hidden sizes; the module types of the prelude.

module type ordered = { type t val <= : t -> t -> bool }
module type pair_of = { module a : ordered module b : ordered val both : a.t -> b.t -> bool }

module lex (A: ordered) (B: ordered) : { include ordered with t = (A.t, B.t) } = {
  type t = (A.t, B.t)
  def (<=) (x: t) (y: t) = if (x.0 A.<= y.0) && (y.0 A.<= x.0) then x.1 B.<= y.1 else x.0 A.<= y.0
}
module l = lex i32 (lex i64 f64)

-- ==
-- entry: lexicographic
-- input { 1i32 2i64 3f64 } output { true false true }
entry lexicographic (a: i32) (b: i64) (c: f64) =
  (l.((a, (b, c)) <= (a, (b, c + 1))), l.((a, (b + 1, c)) <= (a, (b, c))), (a, (b, c)) l.<= (a + 1, (b, c)))

module twice (F: (M: numeric) -> { val f : M.t -> M.t }) = {
  module i = F i64
  module d = F f32
  def g (x: i64) (y: f32) = (i.f (i.f x), d.f (d.f y))
}
module square = \(M: numeric) -> { def f (x: M.t) = x M.* x }
module t = twice square

-- ==
-- entry: functor_of_functor
-- input { 3i64 2f32 } output { 81i64 16f32 }
entry functor_of_functor x y = t.g x y

module list : {
  type~ list 'a
  val from [n] 'a : [n]a -> list a
  val keep 'a : (a -> bool) -> list a -> list a
  val len 'a : list a -> i64
  val to 'a : list a -> []a
} = {
  type~ list 'a = []a
  def from [n] 'a (xs: [n]a) : list a = xs
  def keep 'a (p: a -> bool) (xs: list a) : list a = filter p xs
  def len 'a (xs: list a) = length xs
  def to 'a (xs: list a) : []a = xs
}

-- ==
-- entry: hidden_sizes
-- input { [1i64, -2, 3, -4] } output { 2i64 1i64 [1i64, 3] }
entry hidden_sizes [n] (xs: [n]i64) =
  let l = list.keep (> 0) (list.from xs)
  let m = loop m = l for i < 1 do list.keep (> 1) m
  in (list.len l, list.len m, list.to l)

module integers (I: integral) = {
  def bits (x: I.t) = (I.popc x, I.clz x, I.num_bits, I.to_i64 ((x I.<< I.i32 2) I.^ I.i64 1))
  def dot [n] (xs: [n]I.t) (ys: [n]I.t) = I.sum (map2 (I.*) xs ys)
}
module u8s = integers u8
module i64s = integers i64

-- ==
-- entry: integer_modules
-- input { 5u8 [1i64, 2] } output { 2i32 5i32 8i32 21i64 5i64 }
entry integer_modules (x: u8) (xs: [2]i64) = let (a, b, c, d) = u8s.bits x in (a, b, c, d, i64s.dot xs xs)

module reals (R: real) = {
  def norm [n] (xs: [n]R.t) = R.sqrt (R.sum (map (\x -> x R.* x) xs))
  def half = R.from_fraction 1 2
}
module floats (F: float) = { open reals F def flip (x: F.t) = F.from_bits (F.to_bits x) def big = F.highest }
module f32s = floats f32
module f64s = floats f64

-- ==
-- entry: real_modules
-- input { [3f64, 4f64] 1.5f32 } output { 5f64 0.5f64 1.5f32 0.5f32 }
entry real_modules (xs: [2]f64) (y: f32) = (f64s.norm xs, f64s.half, f32s.flip y, f32s.half)

module counter : { type c val zero : c val next : c -> c val get : c -> i64 module inner : { type d val mk : c -> d val un : d -> c } } = {
  type c = {n: i64, seen: bool}
  def zero : c = {n = 0, seen = false}
  def next (x: c) : c = x with n = x.n + 1 with seen = true
  def get (x: c) = x.n + i64.bool x.seen
  module inner = { type d = (c, c) def mk (x: c) : d = (x, x) def un (x: d) : c = x.1 }
}

-- ==
-- entry: abstract_values
-- input { 4i64 } output { 5i64 [1i64, 3] }
entry abstract_values (n: i64) =
  let c = loop c = counter.zero for i < n do counter.inner.(un (mk (counter.next c)))
  let cs = [counter.zero, counter.next (counter.next counter.zero)]
  in (counter.get c, map (\c -> counter.get (if counter.get c > 1 then c else counter.inner.un (counter.inner.mk c))) (cs with [0] = copy (counter.next counter.zero)) |> map (\x -> if x == 2 then 1 else x))

module sized (S: { val n : i64 type elem val start : elem }) = {
  type vec = [S.n]S.elem
  def empty : vec = replicate S.n S.start
  def fill (x: S.elem) : vec = map (const x) empty
}
module three = { def n = 3i64 type elem = (i64, bool) def start = (7i64, true) }
module v3 = sized three

-- ==
-- entry: sizes_of_modules
-- input { 2i64 } output { [7i64, 7, 7] [2i64, 2, 2] }
entry sizes_of_modules (x: i64) : ([three.n]i64, [three.n]i64) = (map (.0) v3.empty, map (.0) (v3.fill (x, false)))

-- The result of an anonymous functor has a module type, before whose body the arrow stands.
module type plus_k = { val plus : i32 -> i32 }
module anonymous = \(X: { val k : i32 }) : plus_k -> {
  def hidden = X.k
  def plus (x: i32) = x + hidden
}
module plus_5 = anonymous { def k = 5i32 }
-- ==
-- entry: anonymous_ascribed
-- input { 2 } output { 7 }
entry anonymous_ascribed x = plus_5.plus x
