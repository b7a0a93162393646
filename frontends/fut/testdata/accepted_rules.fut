-- Programs, beside those that break a rule, that the checker accepts.
---
def f (i: i64) : u8 = ("abc")[i] + ("de")[0]
---
def f (x: i32) : [] i32 = [x]
---
entry (+++) (x: i32) (y: i32) = x
---
def f (g: i64 -> []i64) = g 2
def main (x: i64) : []i64 = f iota
---
def f (x: ?[n].[n]i32) = x
---
def f [n] (g: [n]i32 -> i32) = 1i32
---
def f [n] (x: [n+1]i32) = x
---
type t [n] = [n+1]i32
---
def f (n: i64) : [n]i64 = 0..<n
---
def f [n] (x: i32) : [n]i32 = ???
---
module type s = { val && : bool -> bool -> bool }
---
type t 'a = i32
def f (x: t i32) = x
---
def x [n] : [n]i32 = ???
---
def x 'a : []a = []
---
module type s = { val f [n] : i32 -> i32 }
---
module type s = { val f : (x: i64) -> [x]i32 }
module m : s = { def f (x: i64) : []i32 = replicate x 0 }
---
module type s = { include { val x: i32 } val x : i64 }
---
module f (X: {}) (X: {}) = {}
---
def f (x: u8) = match x case 300 -> 2 case _ -> 1
---
def f (x: [3]#a i32) = x[0]
---
def f = (1 <)
---
def f = 300u8
---
def f = 128i8
---
def f = -1u8
---
def f (xs: *[3]i32) = {a = xs, b = xs with [0] = 1}
---
def f (xs: *[3]i32) = (xs, xs with [0] = 1)
---
def f (xs: *[][]i32) : *[]i32 = head xs
---
def f (n: i32) (xs: *[3]i32) = loop (a, b) = (xs, xs) for i < n do (a, b)
---
def g 'a (f: a -> a -> bool) (x: a) = f x x
def h = g (==) 1
---
def f (x: {a: i32, b: []f32}) = x == x
---
def f (x: #a i32 | #b) = x == #b
---
def f (n: i32) = (#b : #a i32 | #b) == #a n
---
def f (xs: [](#a i32 | #b)) = map (\x -> (x : #a i32 | #b) != #b) xs
---
def f (x: #a i32 | #b) = let y = #b in x == y
---
def lt x y = x < y
---
def f = let g x y = x < y in (g 1 2, g 3i64 4)
---
def f (x: bool) = x < x
---
def f (x: f32) (y: f32) = x % y
---
def f (x: f32) (y: f32) = x ** y
---
def f = let g x y = x == y in (g 1 2, g 3i64 4)
---
def f (xs: []i32) = filter (== 3) xs
---
def f [n] (xs: [n]i32) = loop (ys: []i32) = xs for i < 3i32 do ys ++ ys
---
def f [n] (g: (m: i64) -> [m]i32) = g n : [n]i32
---
type t [n] = {a: [n]i32, b: [n]i32}
def f (x: t []) = zip x.a x.b
---
type~ t = {a: []i32, b: []i32}
def f (x: t) = zip x.a x.b
---
def f [n] 'n (xs: [n]n) = xs
---
def f [n] (x: [n]i32, y: [n]i32) = 1i32
def h (x: []i32) (y: []i32) = f (x, y)
---
def f = (\n -> iota n) 3 : [3]i64
---
def f (xs: []i32) = loop ys = xs for i < 3i32 do zip ys ys |> map (.0) |> filter (>0)
---
def f (xs: []i32) = loop (ys: [10]i32) = xs for i < 3i32 do ys
---
def f (n: i64) : [n]i32 = replicate (n: i64) 1i32
---
def f (n: i64) : [#[foo] n]i64 = iota n
---
def f [n] (xs: [n]i32) (k: i64) = let a = take k xs let b = take k xs in map2 (+) a b
---
def f [n] (xs: [n]i32) (k: i64) : [k]i32 = xs :> [k]i32
---
def f [n] [m] [k] (a: [n]i32) (b: [m]i32) (c: [k]i32) : [n+m+k]i32 = a ++ b ++ c
---
def f [n] (a: [n]i32) : [n+0]i32 = a ++ []
---
def g (n: i64) : [n+1]i32 = replicate (n+1) 0
def f (k: i64) : [2+1]i32 = g 2
---
def f [n] (a: [n]i32) (i: i64) : [n-i]i32 = drop i a
---
def f (n: i64) (m: i64) (b: bool) = let xs = if b then iota n else iota m in map2 (+) xs xs
---
def f [n] [m] (a: [n][m]i32) : [n*m]i32 = flatten a
---
def f [n] [m] [k] (a: [n][m][k]i32) : [n*m*k]i32 = flatten (flatten a)
---
def f [n] [m] [k] (a: [n][m][k]i32) : [n*m*k]i32 = flatten_3d a
---
def g (x: i64) = x + 1
def f (n: i64) : [g n]i64 = iota (g n)
---
def f : [16]i32 = replicate 0x10 1i32
---
def f (k: i32) : [i64.i32 k]i64 = iota (i64.i32 k)
---
def f (n: i64) (b: bool) = (if b then replicate (n+1) 0 else replicate (1+n) 0i32)
---
def f (n: i64) (b: bool) : [if b then n else 1]i32 = replicate (if b then n else 1) 0
---
def f [n] (a: [n]i32) : [length a]i32 = iota (length a) |> map i32.i64
---
def f (n: i64) = let g (m: i64) = iota m in zip (g n) (iota n)
---
def f (n: i64) : [n]i32 = let z = n in replicate z 1i32
---
def f (n: i64) : [n+1]i32 = let z = n+1 in replicate z 1i32
---
def f : [5]i32 = replicate 5i64 1i32
---
def f (n: i64) : [n+1]i32 = loop xs = replicate (n+1) 0 for i < n do replicate (n+1) 0i32
---
def f (n: i64) : [n][n+1]i64 = map (\i -> iota (n+1)) (iota n)
---
def g [n] (xs: [n-1]i32) (ys: [n]i32) = 0i32
def f [k] (xs: [k]i32) = g (tail xs) xs
---
def f (n: i64) : [(+ 1) n]i64 = iota ((+1) n)
---
def f (n: i64) (m: i64) : [n+m]i32 = replicate ((n)+(m)) 1i32
---
def f (n: i64) (m: i64) (k: i64) : [(n+m)+k]i32 = replicate (n+m+k) 1i32
---
def g [n] (xs: [n+1]i32) (ys: [n]i32) = 0i32
def f [k] (xs: [k+1]i32) (ys: [k]i32) = g xs ys
---
def f (r: {n: i64}) : [r.n]i64 = iota r.n
---
def f [n] (a: [n]i32) : [n]i32 = a[::-1]
---
def f (n: i64) : [n - 0 + 1]i64 = 0...n
---
def f (n: i64) : [n]i64 = 1..2...n
---
def f (k: i32) : [i64.i32 k]i64 = 0..<i64.i32 k
---
def f [n][m] (xss: [n][m]i32) : [m]i32 = map i32.sum (transpose xss)
---
def f [n] (a: [n]i32) (i: i64) : [i]i32 = a[:i]
---
def f [n] (a: [n]i32) : [n]i32 = a[0:n]
---
def f [n] (a: [n]i32) : [n-1]i32 = a[1:]
---
def f [n] (a: [n]i32) : [n-1]i32 = a[:n-1]
---
def f [n] (a: [n+1]i32) : [n]i32 = a[:n]
---
def f [n] [m] (a: [n+m]i32) : ([n]i32, [m]i32) = split a
---
def g (n: i64) : [n+1]i32 = replicate (n+1) 0
def f (k: i64) : [k+1+1]i32 = g (k+1)
---
def f [n] (a: [n]i32) : [n-1]i32 = tail a
---
def f [n] (a: [n]i32) : [n-1]i32 = init a
---
def f [n] (a: [n]i32) : [n-1-1]i32 = tail (tail a)
---
def f [n] (a: [n]i32) (i: i64) : [i]i32 = take i a
---
def f [n] (a: [n]i32) : [3]i32 = take 3 a
---
def n : i64 = 3
def f : [n]i32 = replicate n 0
---
def f (r: (i64,i64)) : [r.0]i64 = iota r.0
---
def f [n] (a: [n*3]i32) : [n][3]i32 = unflatten a
---
def f (a: [6]i32) : [2][3]i32 = unflatten (a :> [2*3]i32)
---
def f (n: i64) (m: i64) = zip (replicate (n+m) 0i32) (replicate (n+m) 0i32)
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> [write acc 0 1][0]) [1]
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> match x case 1 -> write acc 0 x case _ -> acc) [1i32]
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def g [n] (acc: *acc ([n]i32)) (x: i32) = write acc 0 x
def f (d: *[3]i32) = scatter_stream d g [1]
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> (loop (acc: *acc ([3]i32), i) = (acc, 0) while i < 3 do (write acc i x, i + 1)).0) [1]
---
type~ acc 't = intrinsics.acc t
def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.scatter_stream dest f bs
def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b) : *[k]a =
  intrinsics.hist_stream dest op ne f bs
def write [n] 'a (acc : *acc ([n]a)) (i: i64) (v: a) : *acc ([n]a) =
  intrinsics.acc_write acc i v
def g [n] (r: {a: *acc ([n]i32), b: i32}) = write r.a 0 r.b
def f (d: *[3]i32) = scatter_stream d (\(acc: *acc ([3]i32)) x -> g {a=acc, b=x}) [1]
---
def f [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[0] + f xs[1:]
---
def f (xs: []i32) : i32 = if length xs == 0 then 0 else xs[0] + f xs[1:]
---
def f 'a (n: i32) (g: a -> a) (x: a) : a = if n == 0 then x else f (n - 1) g (g x)
---
def f (n: i32) = let g (m: i32) : i32 = if m == 0 then n else g (m - 1) in g n
---
module type s = { val f : (i32 -> []i32) -> (n: i64) -> [n]i32 -> []i32 }
module m : s = { def f (g: i32 -> []i32) (n: i64) (xs: [n]i32) : []i32 = filter (> 0) (xs ++ g 1) }
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def f (x: *[]i32) (n: i64) = x with [0] = i32.i64 n
def g (a: *[]i32) = f a (length a)
def h (a: *[]i32) = loop x = set a for i < a[0] do x
def i (a: *[]i32) = loop x = (set a)[0] for y in a do x + y
def j (a: *[]i32) = a[0] + (set a)[0]
---
def set (x: *[]i32) : *[]i32 = x with [0] = 1
def pair () : *([]i32, []i32) = ([1, 2], [3, 4])
def f = let (x, y) = pair () let z = set x in (z, y)
def g = match pair () case (x, y) -> (set x, y)
def h (t: (*[]i32, []i32)) = let (x, _) = t in set x
def i (t: (*[]i32, i32)) = let (x, y) = t in (set x, y)
def j ((x, y): *([]i32, []i32)) = (x, y)
def k = let (x, y) = j ([1], [2]) let x[0] = 2 in (x, y)
---
def f (xs: *[]i32) = loop ys = copy xs while ys[0] < xs[0] do ys with [0] = ys[0] + 1
---
def f [n] (xs: *[n]i32) = loop (ys, z) = (xs, 1) for i < n do let y = ys[0] in (ys with [0] = z, y)
---
def f ((a, b): *([]i32, []i32)) = loop x = a for i < 3 do x with [0] = b[0]
---
module m = import "/prelude/math"
module g (x: m.real) = { def y = x.i32 2 }
module h = g m.f32
def f = h.y
---
open import "/prelude/soacs"
def f = map (+ 1) [1, 2]
---
def f () = let n = 3 in iota n
def g = zip (f ()) [1, 2, 3]
---
def f (x: i64) = let g k = iota (k + x) in g
def g = zip (f 2 3) (iota (3 + 2))
---
def ap '~b (f: i64 -> bool -> b) : b = f 3 true
def f = ap (\n b -> if b then iota n else [])
---
def ap (f: i64 -> []i64) = f 3
def g (n: i64) = iota n
def main = (ap iota, ap g, iota |> ap, ap (\n -> filter (> 0) (iota n)))
---
def main (n: i64) : ([3]i64, [n]i64) = (0i64..<3, 0..<n)
---
def main (xs: []i64) = (flatmap (\x -> (iota x, x + 1)) xs, flatmap' (\x -> map (\i -> [i, x]) (iota (x + 1))) xs)
---
def chosen x = if true then x else x
def ap '~a '~b (f: a -> b) (x: a) = f x
def f '~a (b: bool) (x: a) = if b then loop x for _i < 3 do x else chosen (ap id x)
module type bag = { type~ bag val mk : i64 -> bag }
module b : bag = { type~ bag = []i64 def mk (n: i64) : bag = iota n }
def main (n: i64) = let _bags = [{a = b.mk n}] in f true (iota n)
---
-- A parameter of an abbreviation may stand for what it is not declared for.
type p 'a = (a, i32)
def f '~b (x: p b) : i32 = x.1
def g '^b (x: p b) : i32 = x.1
type^ q = p (i32 -> i32)
def h (x: i32) = g ((+x), 3)
---
module type s = { type t 'a }
module m : s = { type t 'a = (a, i32) }
type~ u '~b = m.t b
def g '^b (x: m.t b) = x
---
-- What refines a type of a module type may be more lifted than it.
module type a = {type t val x : t}
module f (X: {type~ t val x : t}) : (a with t = X.t) = {type~ t = X.t def x = X.x}
---
-- Sizes that a let binds, of what varies too.
def a [n] (xs: [n]i64) = loop xs for i < 3 do let [k] (ys: [k]i64) = xs in map2 (+) ys (iota k)
def b = \xs -> let [k] (ys: [k]i64) = xs in map2 (+) ys (iota k)
def c [n] (xs: [n]i64) = let [k] (ys: [k]i64) = xs in if n > 2 then xs else ys
def d [n] (xs: [n]i64) = let [k] (ys: [k]i64, zs: [k]i64) = (xs, xs) in map2 (+) ys zs
---
-- Constants that other constants are made of, and what is made of them anew.
def x = [1, 2, 3i64]
def y = (x, x[1:])
def a (i: i64) = (x[i], y.0[0], copy x, map (+ 1) x, x ++ x, replicate 2 x, zip x x, filter (> 1) x)
def b (f: [3]i64 -> i64) = f x
entry c = y.0
---
-- Constants of abstract types, of which nobody says what they share.
module type queue = { type q  val empty : q  val push : i32 -> q -> q }
module twice (Q: queue) = {
  def none (_: i32) : Q.q = Q.empty
  def both (x: i32) (y: i32) : Q.q = Q.push y (Q.push x Q.empty)
}
---
def f : f64 = 0x1_0.8p1_0 + 1__0_.5_f64
---
-- A value hides a module of its name, so that these are fields.
module x = { def y = 2i32 module p = { def z = 1i32 } }
def f (x: {y: i64}) : i64 = x.y
def g (x: {p: {z: i64}}) : i64 = x.p.z
def h (w: i64) : i32 = x.y + x.p.z
module m = { def x = {y = 1i64} def z : i64 = x.y }
open x
def k (p: {z: i64}) : i64 = p.z
---
-- A function has no fields: a module that it hides is meant.
def f32 (x: i64) = x + 1
def f (x: i64) = f64.(sin (f64.i64 x)) + f64.f32 (f32.i64 (f32 x))
module m = { open u8 def s = i64.sum [1] }
---
-- The result of a function within another is as unique as it is, whatever its written type says.
def f [n] (v: *[n]i64) : i64 =
  let a (p: [n]i64) : ([n]i64, [n]i64) = (copy p, copy p)
  let (b, c) = a v
  let b = b with [0] = 1
  in v[0] + b[0] + c[0]
def g [n] (v: *[n]i64) : i64 =
  let a = \(p: [n]i64) (k: i64) : [n]i64 -> map (+ k) p
  let b = a v
  let c = (b 2) with [0] = 1
  in v[0] + c[0]
def h [n] (v: *[n]i64) : i64 =
  let a (p: [n]i64) : #p ([n]i64) | #q = #p (copy p)
  let c = match a v case #p x -> x with [0] = 1 case #q -> copy v
  in v[0] + c[0]
---
-- Whether a scalar is consumed is no matter to anyone.
module type t = { val f : i32 -> i32 val g : i32 -> *i32 }
module m : t = { def f (x: *i32) = x def g (x: i32) : i32 = x }
---
-- The parameters of a lambda that another function takes, of sizes that its first one gives.
def f (p: (n: i64) -> [n]i32 -> [n]i32) (k: i64) = p k (replicate k 1)
def a k = f (\n (xs: [n]i32) -> map (+ 1) xs) k
def b k = f (\(m: i64) (xs: [m]i32) : [m]i32 -> map (+ 1) xs) k
def c k = f (\n xs -> map (+ 1) xs :> [n]i32) k
---
module m : { type^ t val mk: i32 -> t val get: t -> i32 } = { type^ t = i32 def mk (x: i32) : t = x def get (x: t) = x }
def f (b: bool) (x: i32) = m.get (if b then m.mk x else m.mk 2) + i32.sum (map m.get (map m.mk [x, 1])) + m.get (loop y = m.mk x for i < x do m.mk i)
---
-- A type with sizes that it hides, in a refinement and in the module.
module type t = { type~ t val x : i64 -> t }
module type u = t with t = []i64
module m : u = { type~ t = []i64 def x (n: i64) = iota n }
def f (n: i64) = length (m.x n)
---
def f x = match x case (#a : #a | #b i64) -> 1i64 case #b y -> y
def g = f #a + f (#b 2)
