-- | What every program has in scope. `val` declares what the lowering
-- implements (package specialise, file intrinsics.go); all else is ordinary
-- code. The scalar functions and constants (f32.sqrt, i32.highest, …) come from
-- the table of package scalar.

-- | `x |> f` is `f x`.
def (|>) '^a '^b (x: a) (f: a -> b) : b = f x
def (<|) '^a '^b (f: a -> b) (x: a) : b = f x
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a) : c = g (f x)
def id '^a (x: a) : a = x
def const '^a '^b (x: a) (_: b) : a = x
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b) : c = f (a, b)
def uncurry '^a '^b '^c (f: a -> b -> c) (p: (a, b)) : c = f p.0 p.1
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a) : c = f a b
def trace 't (x: t) : t = x
def break 't (x: t) : t = x
def opaque 't (x: t) : t = x

def iterate 'a (n: i32) (f: a -> a) (x: a) : a = loop x for _i < n do f x
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a = loop x while p x do f x
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a = loop x while !(p x) do f x

-- | Equality of values of any type without functions, part by part.
val (==) 'a : (x: a) -> (y: a) -> bool
val (!=) 'a : (x: a) -> (y: a) -> bool

-- Making arrays.

-- | 0, 1, …, n-1.
val iota : (n: i64) -> *[n]i64
-- | n times x.
val replicate 't : (n: i64) -> (x: t) -> *[n]t
-- | x without aliases.
val copy 't : (x: t) -> *t
-- | An array of m elements like those of xs, not written yet.
val scratch 't [n] : (m: i64) -> (xs: [n]t) -> *[m]t

-- Tuples of arrays and arrays of tuples, which are held alike.

val zip2 'a 'b [n] : (as: [n]a) -> (bs: [n]b) -> *[n](a, b)
val zip3 'a 'b 'c [n] : (as: [n]a) -> (bs: [n]b) -> (cs: [n]c) -> *[n](a, b, c)
val zip4 'a 'b 'c 'd [n] : (as: [n]a) -> (bs: [n]b) -> (cs: [n]c) -> (ds: [n]d) -> *[n](a, b, c, d)
val zip5 'a 'b 'c 'd 'e [n] : (as: [n]a) -> (bs: [n]b) -> (cs: [n]c) -> (ds: [n]d) -> (es: [n]e) -> *[n](a, b, c, d, e)
val unzip2 'a 'b [n] : (xs: [n](a, b)) -> ([n]a, [n]b)
val unzip3 'a 'b 'c [n] : (xs: [n](a, b, c)) -> ([n]a, [n]b, [n]c)
val unzip4 'a 'b 'c 'd [n] : (xs: [n](a, b, c, d)) -> ([n]a, [n]b, [n]c, [n]d)
val unzip5 'a 'b 'c 'd 'e [n] : (xs: [n](a, b, c, d, e)) -> ([n]a, [n]b, [n]c, [n]d, [n]e)
def zip 'a 'b [n] (as: [n]a) (bs: [n]b) : *[n](a, b) = zip2 as bs
def unzip 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = unzip2 xs

-- In parallel over all elements.

val map 'a 'x [n] : (f: a -> x) -> (as: [n]a) -> *[n]x
def map1 'a 'x [n] (f: a -> x) (as: [n]a) : *[n]x = map f as
def map2 'a 'b 'x [n] (f: a -> b -> x) (as: [n]a) (bs: [n]b) : *[n]x =
  map (\(a, b) -> f a b) (zip2 as bs)
def map3 'a 'b 'c 'x [n] (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n]x =
  map (\(a, b, c) -> f a b c) (zip3 as bs cs)
def map4 'a 'b 'c 'd 'x [n] (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n]x =
  map (\(a, b, c, d) -> f a b c d) (zip4 as bs cs ds)
def map5 'a 'b 'c 'd 'e 'x [n] (f: a -> b -> c -> d -> e -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e) : *[n]x =
  map (\(a, b, c, d, e) -> f a b c d e) (zip5 as bs cs ds es)

-- | op must be associative and have ne as its neutral element.
val reduce 'a [n] : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> a
-- | The same for operators that are commutative too.
val reduce_comm 'a [n] : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> a
-- | The folds of all non-empty prefixes.
val scan 'a [n] : (op: a -> a -> a) -> (ne: a) -> (as: [n]a) -> *[n]a

-- | dest with vs[i] at is[i]; indices out of bounds are dropped.
val scatter 't [k] [n] : (dest: *[k]t) -> (is: [n]i64) -> (vs: [n]t) -> *[k]t
val scatter_2d 't [k] [m] [n] : (dest: *[k][m]t) -> (is: [n](i64, i64)) -> (vs: [n]t) -> *[k][m]t
val scatter_3d 't [k] [m] [l] [n] : (dest: *[k][m][l]t) -> (is: [n](i64, i64, i64)) -> (vs: [n]t) -> *[k][m][l]t

-- | dest with as[i] folded into the element at is[i].
val reduce_by_index 'a [k] [n] : (dest: *[k]a) -> (f: a -> a -> a) -> (ne: a) -> (is: [n]i64) -> (as: [n]a) -> *[k]a
val reduce_by_index_2d 'a [k] [m] [n] : (dest: *[k][m]a) -> (f: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64)) -> (as: [n]a) -> *[k][m]a
val reduce_by_index_3d 'a [k] [m] [l] [n] : (dest: *[k][m][l]a) -> (f: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64, i64)) -> (as: [n]a) -> *[k][m][l]a

-- Accumulators, which programs know as members of intrinsics. One lives within the stream that
-- makes it of dest, and is written to, never read.

-- | dest after f has been applied to each element of bs and the accumulator that it left before.
val scatter_stream 'a 'b [k] [n] : (dest: *[k]a) -> (f: *intrinsics.acc ([k]a) -> b -> intrinsics.acc ([k]a)) -> (bs: [n]b) -> *[k]a
-- | The same, where a write combines the element that is there with the new one.
val hist_stream 'a 'b [k] [n] : (dest: *[k]a) -> (op: a -> a -> a) -> (ne: a) -> (f: *intrinsics.acc ([k]a) -> b -> intrinsics.acc ([k]a)) -> (bs: [n]b) -> *[k]a
-- | acc with v written at i, or as it is if i is out of bounds.
val acc_write 'a [k] : (acc: *intrinsics.acc ([k]a)) -> (i: i64) -> (v: a) -> *intrinsics.acc ([k]a)
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a) : *[k]a =
  reduce_by_index (replicate k ne) op ne is as

def not (x: bool) : bool = !x
def and [n] (xs: [n]bool) : bool = reduce_comm (\x y -> x && y) true xs
def or [n] (xs: [n]bool) : bool = reduce_comm (\x y -> x || y) false xs
def all 'a [n] (f: a -> bool) (as: [n]a) : bool = and (map f as)
def any 'a [n] (f: a -> bool) (as: [n]a) : bool = or (map f as)

-- Arrays from others.

def manifest 't (x: t) : *t = copy x
def rep 't [n] (x: t) : *[n]t = replicate n x
def indices 't [n] (_: [n]t) : *[n]i64 = iota n
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = map f (iota n)
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  map (\i -> map (\j -> f i j) (iota m)) (iota n)
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  map (\i -> map (\j -> map (\k -> f i j k) (iota o)) (iota m)) (iota n)
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t) : *[k]t =
  scatter (replicate k x) is vs

-- Sizes and shapes.

def length 't [n] (_: [n]t) : i64 = n
def sized 't [m] (n: i64) (xs: [m]t) : [n]t = xs :> [n]t
def null 't [n] (_: [n]t) : bool = n == 0
val transpose 't [n] [m] : (xss: [n][m]t) -> [m][n]t
val flatten 't [n] [m] : (xss: [n][m]t) -> [n * m]t
-- | Fails unless the array has n·m elements.
val unflatten 't [n] [m] : (xs: [n * m]t) -> [n][m]t

def flatten_3d 't [n] [m] [l] (xs: [n][m][l]t) : [n * m * l]t = flatten (flatten xs)
def flatten_4d 't [n] [m] [l] [k] (xs: [n][m][l][k]t) : [n * m * l * k]t =
  flatten (flatten_3d xs)
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t =
  unflatten (unflatten xs)
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t =
  unflatten (unflatten_3d xs)

-- Parts and wholes.

val concat 't [n] [m] : (xs: [n]t) -> (ys: [m]t) -> *[n + m]t
def (++) 't [n] [m] (xs: [n]t) (ys: [m]t) : *[n + m]t = concat xs ys
def head 't [n] (xs: [n]t) : t = xs[0]
def last 't [n] (xs: [n]t) : t = xs[n - 1]
def tail 't [n] (xs: [n]t) : [n - 1]t = xs[1:] :> [n - 1]t
def init 't [n] (xs: [n]t) : [n - 1]t = xs[0:n - 1] :> [n - 1]t
def take 't [n] (i: i64) (xs: [n]t) : [i]t = xs[0:i] :> [i]t
def drop 't [n] (i: i64) (xs: [n]t) : [n - i]t = xs[i:] :> [n - i]t
def split 't [n] [m] (xs: [n + m]t) : ([n]t, [m]t) =
  (xs[0:n] :> [n]t, xs[n:n + m] :> [m]t)
def reverse 't [n] (xs: [n]t) : [n]t = xs[::-1] :> [n]t
val rotate 't [n] : (r: i64) -> (xs: [n]t) -> *[n]t

-- LMAD slices of a one-dimensional array: offset, then size and stride of each
-- dimension. All points must be in bounds.

val flat_index_1d 't [k] : (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> [n1]t
val flat_index_2d 't [k] : (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> [n1][n2]t
val flat_index_3d 't [k] : (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> (n3: i64) -> (s3: i64) -> [n1][n2][n3]t
val flat_index_4d 't [k] : (xs: [k]t) -> (offset: i64) -> (n1: i64) -> (s1: i64) -> (n2: i64) -> (s2: i64) -> (n3: i64) -> (s3: i64) -> (n4: i64) -> (s4: i64) -> [n1][n2][n3][n4]t
-- Updates: offset, then the stride of each of the value's dimensions. The points
-- must differ from each other.

val flat_update_1d 't [k] [n] : (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (ys: [n]t) -> *[k]t
def flat_update_2d 't [k] [n] [m] (xs: *[k]t) (offset: i64) (s1: i64) (s2: i64) (ys: [n][m]t) : *[k]t =
  update_2d points_differ xs offset s1 s2 ys
def flat_update_3d 't [k] [n] [m] [l] (xs: *[k]t) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (ys: [n][m][l]t) : *[k]t =
  update_3d points_differ xs offset s1 s2 s3 ys
def flat_update_4d 't [k] [n] [m] [l] [p] (xs: *[k]t) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (s4: i64) (ys: [n][m][l][p]t) : *[k]t =
  update_4d points_differ xs offset s1 s2 s3 s4 ys

-- | These ask the given function whether the points differ where that is not plain
-- to see: of each dimension's size and stride.
val update_2d 't [k] [n] [m] : (differ: (i64, i64) -> (i64, i64) -> (i64, i64) -> (i64, i64) -> bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (ys: [n][m]t) -> *[k]t
val update_3d 't [k] [n] [m] [l] : (differ: (i64, i64) -> (i64, i64) -> (i64, i64) -> (i64, i64) -> bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (ys: [n][m][l]t) -> *[k]t
val update_4d 't [k] [n] [m] [l] [p] : (differ: (i64, i64) -> (i64, i64) -> (i64, i64) -> (i64, i64) -> bool) -> (xs: *[k]t) -> (offset: i64) -> (s1: i64) -> (s2: i64) -> (s3: i64) -> (s4: i64) -> (ys: [n][m][l][p]t) -> *[k]t

-- | Whether no two points of an LMAD are one; each dimension has a point at least.
-- Two are one if some difference of their indices, not all of them zero, leads
-- nowhere: d1*s1 + d2*s2 + d3*s3 + d4*s4 = 0. All d1, d2 and d3 are tried, and d4
-- solved for; the opposite of a difference is one, too, so that d1 need not be
-- negative. It cannot fail, whatever it is given, so that memory passes may have it
-- computed earlier: each divisor is 1 at least.
#[unsafe]
def points_differ (n1: i64, s1: i64) (n2: i64, s2: i64) (n3: i64, s3: i64) (n4: i64, s4: i64) : bool =
  let m2 = 2 * n2 - 1
  let m3 = 2 * n3 - 1
  let step = i64.max 1 (i64.abs s4)
  let leads (i: i64) =
    let row = i / i64.max 1 m3
    let d1 = row / i64.max 1 m2
    let d2 = row % i64.max 1 m2 - (n2 - 1)
    let d3 = i % i64.max 1 m3 - (n3 - 1)
    let left = d1 * s1 + d2 * s2 + d3 * s3
    in if d1 == 0 && d2 == 0 && d3 == 0
       then n4 == 1 || s4 != 0
       else left != 0 && (s4 == 0 || left % step != 0 || i64.abs left / step >= n4)
  in reduce_comm (&&) true (map leads (iota (i64.max 0 (n1 * m2 * m3))))

-- In order.

def foldl 'a 'b [n] (f: a -> b -> a) (acc: a) (bs: [n]b) : a =
  loop acc for b in bs do f acc b
def foldr 'a 'b [n] (f: b -> a -> a) (acc: a) (bs: [n]b) : a =
  loop acc for b in bs[::-1] do f b acc

-- Selection. Each element's place among the chosen ones is the number of
-- chosen ones up to it.

-- | The places of the flagged elements, -1 for the others, and their number.
def places [n] (flags: [n]bool) : (i64, [n]i64) =
  let upto = scan (+) 0 (map (\f -> if f then 1i64 else 0) flags)
  let count = if n == 0 then 0 else upto[n - 1]
  in (count, map2 (\f i -> if f then i - 1 else -1) flags upto)

def filter 'a [n] (p: a -> bool) (as: [n]a) : *[]a =
  let (count, is) = places (map p as)
  in scatter (scratch count as) is as

def partition 'a [n] (p: a -> bool) (as: [n]a) : ?[k].([k]a, [n - k]a) =
  let flags = map p as
  let (count, is) = places flags
  let (_, js) = places (map (\f -> !f) flags)
  let at = map2 (\i j -> if j < 0 then i else count + j) is js
  let all = scatter (scratch n as) at as
  in (all[0:count] :> [count]a, all[count:] :> [n - count]a)

def partition2 'a [n] (p: a -> bool) (q: a -> bool) (as: [n]a) : ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let class = map (\a -> if p a then 0i8 else if q a then 1 else 2) as
  let (k, is) = places (map (\c -> c == 0) class)
  let (l, js) = places (map (\c -> c == 1) class)
  let (_, hs) = places (map (\c -> c == 2) class)
  let at = map3 (\i j h -> if i >= 0 then i else if j >= 0 then k + j else k + l + h) is js hs
  let all = scatter (scratch n as) at as
  in (all[0:k] :> [k]a, all[k:k + l] :> [l]a, all[k + l:] :> [n - k - l]a)

def partition3 'a [n] (p: a -> bool) (q: a -> bool) (r: a -> bool) (as: [n]a) : ?[k][l][m].([k]a, [l]a, [m]a, [n - k - l - m]a) =
  let (xs, ys, rest) = partition2 p q as
  let (zs, others) = partition r rest
  in (xs, ys, zs, others)

-- | The scan of all elements before each: the neutral element first.
def exscan 'a [n] (op: a -> a -> a) (ne: a) (as: [n]a) : *[n]a =
  let upto = scan op ne as
  in map (\i -> if i == 0 then ne else upto[i - 1]) (iota n)

-- | The arrays that f makes of the elements, one after the other. f is applied twice to each
-- element, first for the sizes; the segments are then written in order. Results: the sizes of
-- the segments, flags at their beginnings, their offsets, the elements, and the other results of f.
def flatmap 'a 'b 'c [n] (f: a -> ?[k].([k]b, c)) (as: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) =
  let (sizes, others) = unzip (map (\a -> let (part, other) = f a in (length part, other)) as)
  let ends = scan (+) 0 sizes
  let offsets = map2 (-) ends sizes
  let m = if n == 0 then 0 else ends[n - 1]
  let parts =
    loop parts = scratch m ([] : [0]b) for i < n do
      parts with [offsets[i]:ends[i]] = (f as[i]).0
  let beginnings = map2 (\offset size -> if size == 0 then -1 else offset) offsets sizes
  in (sizes, scatter (replicate m false) beginnings (rep true), offsets, parts, others)

def flatmap' 'a 'b [n] (f: a -> ?[k].[k]b) (as: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (sizes, flags, offsets, parts, _) = flatmap (\a -> (f a, ())) as
  in (sizes, flags, offsets, parts)

-- Derivatives. What f captures, integers and booleans are constants.

-- | f x, and its derivative there along the tangent x'.
val jvp2 'a 'b : (f: a -> b) -> (x: a) -> (x': a) -> (b, b)
-- | f x, and the adjoint of x where y' is that of f x.
val vjp2 'a 'b : (f: a -> b) -> (x: a) -> (y': b) -> (b, a)
def jvp 'a 'b (f: a -> b) (x: a) (x': a) : b = (jvp2 f x x').1
def vjp 'a 'b (f: a -> b) (x: a) (y': b) : a = (vjp2 f x y').1
-- | (f x).1. In reverse mode the adjoint of x is f' of (f x).0 and the adjoint of the result.
val with_vjp_tape 'a 'b 'c : (f: a -> (c, b)) -> (f': (c, b) -> a) -> (x: a) -> b
-- | f x. In reverse mode the adjoint of x is f' of f x and the adjoint of that.
def with_vjp 'a 'b (f: a -> b) (f': (res: b) -> (adj: b) -> a) (x: a) : b =
  with_vjp_tape (\x -> let y = f x in (y, y)) (\(y, y') -> f' y y') x
-- | The same for several seeds at once.
def jmp2 'a 'b [n] (f: a -> b) (x: a) (xs': [n]a) : (b, [n]b) = (f x, map (jvp f x) xs')
val mjp2 'a 'b [n] : (f: a -> b) -> (x: a) -> (ys': [n]b) -> (b, [n]a)
def jmp 'a 'b [n] (f: a -> b) (x: a) (xs': [n]a) : [n]b = map (jvp f x) xs'
def mjp 'a 'b [n] (f: a -> b) (x: a) (ys': [n]b) : [n]a = (mjp2 f x ys').1

-- Old names of conversions.

def r32 (x: i32) : f32 = f32.i32 x
def t32 (x: f32) : i32 = i32.f32 x
def r64 (x: i32) : f64 = f64.i32 x
def t64 (x: f64) : i32 = i32.f64 x
