-- More programs of the kind that people write. Expected results: Futhark 0.25.32.

type complex_complex 't = (t, t)
type^ num_complex 't = {add: t -> t -> t, mul: t -> t -> t, sub: t -> t -> t}
def cmul_complex 't (n: num_complex t) ((a, b): complex_complex t) ((c, d): complex_complex t) : complex_complex t = (n.sub (n.mul a c) (n.mul b d), n.add (n.mul a d) (n.mul b c))
def cadd_complex 't (n: num_complex t) ((a, b): complex_complex t) ((c, d): complex_complex t) : complex_complex t = (n.add a c, n.add b d)
def f_complex : num_complex f64 = {add = (+), mul = (*), sub = (-)}
def i_complex : num_complex i32 = {add = (+), mul = (*), sub = (-)}
def escape_complex 't (n: num_complex t) (far: complex_complex t -> bool) (lim: i32) (c: complex_complex t) = (loop (z, k) = (c, 0) while k < lim && !(far z) do (cadd_complex n (cmul_complex n z z) c, k + 1)).1
-- ==
-- entry: complex
-- math: reproducible
-- input { 12i64 8i64 }
-- output { [[0, 0, 1, 2, 2, 2, 3, 5, 50, 3, 1, 1], [0, 1, 2, 2, 2, 3, 5, 21, 33, 4, 2, 1], [0, 2, 2, 3, 4, 5, 50, 50, 50, 50, 4, 2], [0, 3, 4, 8, 50, 12, 50, 50, 50, 50, 4, 2], [50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 4, 2], [0, 3, 4, 8, 50, 12, 50, 50, 50, 50, 4, 2], [0, 2, 2, 3, 4, 5, 50, 50, 50, 50, 4, 2], [0, 1, 2, 2, 2, 3, 5, 21, 33, 4, 2, 1]] }
entry complex (w: i64) (h: i64) = tabulate_2d h w (\y x -> escape_complex f_complex (\(a, b) -> a * a + b * b > 4) 50 (f64.i64 x / f64.i64 w * 3 - 2, f64.i64 y / f64.i64 h * 2 - 1))
-- ==
-- entry: complex_gauss
-- input { 3 }
-- output { 3 11 }
entry complex_gauss (x: i32) = cmul_complex i_complex (x, 1) (2, x)

-- ==
-- entry: floyd
-- input { [[0f32,3f32,f32.inf],[f32.inf,0f32,1f32],[2f32,f32.inf,0f32]] }
-- output { [[0f32, 3f32, 4f32], [3f32, 0f32, 1f32], [2f32, 5f32, 0f32]] }
entry floyd [n] (d: *[n][n]f32) = loop d for k < n do map (\i -> map (\j -> f32.min d[i, j] (d[i, k] + d[k, j])) (iota n)) (iota n)

def gauss_jordan_elimination [n] [m] (A: [n][m]f64) : [n][m]f64 =
  loop A for i < i64.min n m do
    let icol = map (\row -> row[i]) A
    let (j, _) = map f64.abs icol |> zip (iota n) |> map (\(k, x) -> if k >= i then (k, x) else (k, -1)) |> reduce_comm (\(j, a) (k, b) -> if a > b || a == b && j < k then (j, a) else (k, b)) (0, -f64.inf)
    let f = (1 - A[i, i]) / A[j, i]
    let irow = map2 (f64.fma f) A[j] A[i]
    in map (\j -> if j == i then irow else let f = f64.neg A[j, i] in map2 (f64.fma f) irow A[j]) (iota n)
-- ==
-- entry: elimination
-- input { [[2f64,1f64,5f64],[1f64,3f64,10f64]] }
-- output { [[1f64, 0f64, 1f64], [0f64, 1f64, 3f64]] }
entry elimination (a: [][]f64) = gauss_jordan_elimination a
-- ==
-- entry: elimination_inv
-- input { [[2f64,1f64],[1f64,3f64]] }
-- output { [[0.6f64, -0.2f64], [-0.2f64, 0.4f64]] }
entry elimination_inv [n] (A: [n][n]f64) = (map2 (++) A (tabulate_2d n n (\i j -> f64.bool (i == j))) |> gauss_jordan_elimination)[:, n:n + n]

type dual_derivatives = {v: f64, d: f64}
type^ field_derivatives 'a = {add: a -> a -> a, mul: a -> a -> a, lit: f64 -> a}
def real_derivatives : field_derivatives f64 = {add = (+), mul = (*), lit = id}
def duals_derivatives : field_derivatives dual_derivatives = {add = \a b -> {v = a.v + b.v, d = a.d + b.d}, mul = \a b -> {v = a.v * b.v, d = a.v * b.d + a.d * b.v}, lit = \x -> {v = x, d = 0}}
def horner_derivatives 'a [n] (f: field_derivatives a) (cs: [n]f64) (x: a) = foldr (\c acc -> f.add (f.lit c) (f.mul x acc)) (f.lit 0) cs
def newton_derivatives (cs: []f64) (x0: f64) = iterate 20 (\x -> let r = horner_derivatives duals_derivatives cs {v = x, d = 1} in x - r.v / r.d) x0
-- ==
-- entry: derivatives
-- input { [-2f64,0f64,1f64] 1f64 }
-- output { -1f64 2f64 1.414213562373095f64 }
entry derivatives (cs: []f64) (x: f64) = (horner_derivatives real_derivatives cs x, (horner_derivatives duals_derivatives cs {v = x, d = 1}).d, newton_derivatives cs x)

type^ red_longest = (i32, i32, i32, i32, i32, i32)
def lss_longest [n] 't (p1: t -> bool) (p2: t -> t -> bool) (xs: [n]t) : i32 =
  let op (a: {l: i32, i: i32, c: i32, n: i32, f: t, e: t}) (b: {l: i32, i: i32, c: i32, n: i32, f: t, e: t}) =
    let conn = a.n == 0 || b.n == 0 || p2 a.e b.f
    in {l = i32.max a.l (i32.max b.l (if conn then a.c + b.i else 0)), i = if conn && a.i == a.n then a.n + b.i else a.i, c = if conn && b.c == b.n then b.n + a.c else b.c, n = a.n + b.n, f = if a.n == 0 then b.f else a.f, e = if b.n == 0 then a.e else b.e}
  let one x = let l = i32.bool (p1 x) in {l, i = l, c = l, n = 1, f = x, e = x}
  in (reduce op {l = 0, i = 0, c = 0, n = 0, f = xs[0], e = xs[0]} (map one xs)).l
-- ==
-- entry: longest
-- input { [1,5,2,3,3,7,0,0,0,1] }
-- output { 4 3 3 }
entry longest (xs: []i32) = (lss_longest (const true) (<=) xs, lss_longest (== 0) (==) xs, lss_longest (const true) (==) xs)

-- ==
-- entry: groups
-- input { [1,2,1,3,-4] [1f32,2f32,3f32,4f32,5f32] }
-- output { [4i64, 13i64, 14i64, 15i64] [5f32, 4f32, 2f32, 2f32] }
entry groups (ks: []i32) (vs: []f32) =
  let n = length ks
  let vs = vs :> [n]f32
  let ks = ks :> [n]i32
  let slot k = i64.i32 (k * 7919 % 16 + 16) % 16
  let sums = hist (+) 0 16 (map slot ks) vs
  let counts = hist (+) 0i32 16 (map slot ks) (rep 1)
  in zip3 (iota 16) sums counts |> filter (\(_, _, c) -> c > 0) |> map (\(s, t, c) -> (s, t / f32.i32 c)) |> unzip

def haar_haar [n] (xs: [2 * n]f32) : ([n]f32, [n]f32) =
  let ps = unflatten (xs :> [n * 2]f32)
  in (map (\p -> (p[0] + p[1]) / 2) ps, map (\p -> (p[0] - p[1]) / 2) ps)
-- ==
-- entry: haar
-- input { [1f32,2f32,3f32,5f32] }
-- output { [1.5f32, 4f32] [-0.5f32, -1f32] }
-- input { [1f32,2f32,3f32] }
-- error: cannot match
entry haar (xs: []f32) = let n = length xs / 2 in haar_haar (xs :> [2 * n]f32)

-- ==
-- entry: ranks
-- input { 4i64 [0i64,0i64,1i64,2i64] [1i64,2i64,2i64,0i64] 3 }
-- output { [0.3495512695312499f64, 0.22156982421875f64, 0.3793178710937499f64, 0.049561035156249995f64] }
entry ranks (n: i64) (src: []i64) (dst: []i64) (iters: i32) =
  let [m] (src: [m]i64) = src
  let dst = dst :> [m]i64
  let deg = hist (+) 0i32 n src (rep 1)
  in loop r = replicate n (1 / f64.i64 n) for _i < iters do
       let w = map (\s -> r[s] / f64.i32 deg[s]) src
       let dangling = f64.sum (map2 (\d x -> if d == 0 then x else 0) deg r) / f64.i64 n
       in map (\x -> 0.15 / f64.i64 n + 0.85 * (x + dangling)) (hist (+) 0 n dst w)

def is_space_words (c: u8) = c == ' ' || c == '\n' || c == '\t'
-- ==
-- entry: words
-- input { [97u8,32u8,98u8,98u8,10u8,32u8,99u8] }
-- output { 3i64 }
-- input { empty([0]u8) }
-- output { 0i64 }
entry words (s: []u8) =
  let op (a: (bool, i64, bool, bool)) (b: (bool, i64, bool, bool)) : (bool, i64, bool, bool) = if a.3 then b else if b.3 then a else (a.0, a.1 + b.1 - i64.bool (a.2 && b.0), b.2, false)
  in (reduce op (false, 0, false, true) (map (\c -> let w = !is_space_words c in (w, i64.bool w, w, false)) s)).1

def fft_fft [n] (inv: f64) (xs: [n](f64, f64)) : [n](f64, f64) =
  let bits = i64.ctz n
  let rev i = (loop (r, i) = (0i64, i) for _k < bits do ((r << 1) | (i & 1), i >> 1)).0
  let xs = map (\i -> xs[rev i]) (iota n)
  let (xs, _) =
    loop (xs, len) = (xs, 1i64) while len < n do
      (map (\i ->
              let k = i % len
              let lo = i - i % (2 * len) + k
              let (a, b) = xs[lo]
              let (c, d) = xs[lo + len]
              let ang = inv * f64.pi * f64.i64 k / f64.i64 len
              let (wr, wi) = (f64.cos ang, f64.sin ang)
              let (tr, ti) = (c * wr - d * wi, c * wi + d * wr)
              in if i % (2 * len) < len then (a + tr, b + ti) else (a - tr, b - ti)) (iota n), len * 2)
  in xs
-- ==
-- entry: fft
-- input { [1f64,2f64,3f64,4f64,0f64,0f64,1f64,7f64] }
-- output { [18000000f64, 4535534f64, -3000000f64, -2535534f64, -8000000f64, -2535534f64, -3000000f64, 4535534f64] [0f64, -1292893f64, 9000000f64, 2707107f64, 0f64, -2707107f64, -9000000f64, 1292893f64] }
entry fft (xs: []f64) = unzip (map (\(a, b) -> (f64.round (a * 1e6), f64.round (b * 1e6))) (fft_fft (-1) (map (\x -> (x, 0)) xs)))

def pair_generic 'a 'b (x: a) (y: b) = (x, y)
def swap_generic 'a 'b ((x, y): (a, b)) = (y, x)
def on_generic 'a 'b 'c (f: b -> b -> c) (g: a -> b) (x: a) (y: a) = f (g x) (g y)
def argmax_generic [n] 't (lt: t -> t -> bool) (xs: [n]t) : i64 =
  reduce (\i j -> if i < 0 then j else if j < 0 then i else if lt xs[i] xs[j] then j else i) (-1) (iota n)
-- ==
-- entry: generic
-- input { [1f32,3f32,2f32] [5i64,4i64,6i64,4i64] }
-- output { 1i64 1i64 [5i64, 4i64, 6i64, 4i64] 14 true }
entry generic (xs: []f32) (ys: []i64) = (argmax_generic (<) xs, argmax_generic (\a b -> a > b) ys, (swap_generic (pair_generic xs ys)).0, (on_generic (+) (* 2)) 3i32 4, on_generic (\a b -> a && !b) (> 0f32) 1 (-1))

def compose_n_higher 'a (n: i32) (f: a -> a) : a -> a = \x -> loop x for _i < n do f x
def fold_fns_higher 'a [n] (fs: [n]i32) (ap: i32 -> a -> a) (x: a) = foldl (\acc f -> ap f acc) x fs
-- ==
-- entry: higher
-- input { 3 4 }
-- output { 26 9 53 6 }
entry higher (n: i32) (x: i32) =
  let add k = \y -> y + k
  let fs = (add 1, add x, \y -> y * 2)
  in ((compose_n_higher n (add 3) >-> fs.2) x, (fs.0 <-< fs.1) x, fold_fns_higher [1, 2, 3] (\k y -> if k == 2 then y * 10 else y + k) x, (if n > 2 then (add 1) 5 else (add 2) 5))

type mat_abbreviations 'a [n] [m] = [n][m]a
type sq_abbreviations 'a [n] = mat_abbreviations a [n] [n]
type~ dyn_abbreviations 'a = []a
type^ fn_abbreviations 'a 'b = a -> b
type dyn2_abbreviations 'a = (a, a)
type nest_abbreviations [n] 'a = {m: mat_abbreviations a [n] [2], k: dyn2_abbreviations a}
def diag_abbreviations 'a [n] (m: sq_abbreviations a [n]) : [n]a = map (\i -> m[i, i]) (iota n)
def apply_abbreviations 'a 'b (f: fn_abbreviations a b) (x: a) : b = f x
def dynf_abbreviations (x: dyn_abbreviations i32) : dyn_abbreviations i32 = filter (> 1) x
def mk_abbreviations 'a [n] (xs: [n]a) : nest_abbreviations [n] a = {m = map (\x -> [x, x]) xs, k = (xs[0], xs[1])}
-- ==
-- entry: abbreviations
-- input { [[1,2],[3,4]] }
-- output { [1, 4] 4 [2] [[1, 1], [2, 2]] 2 }
entry abbreviations [n] (a: mat_abbreviations i32 [n] [n]) = (diag_abbreviations a, apply_abbreviations (+ 1) 3i32, dynf_abbreviations a[0], (mk_abbreviations a[0]).m, (mk_abbreviations a[0]).k.1)
