-- Small programs over the whole language. Futhark 0.25.32 accepts each of them.
---
type vec [n] 't = [n]t
def dot [n] (a: vec [n] f32) (b: vec [n] f32) : f32 = f32.sum (map2 (*) a b)
entry main [n] (a: [n]f32) (b: vec [n] f32) = dot a b
---
type mat [n] [m] = [n][m]f32
def mul [n] [m] [p] (a: mat [n] [m]) (b: mat [m] [p]) : mat [n] [p] = map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
entry main [n] (a: mat [n] [n]) = mul a a
---
type sq [n] = [n][n]i32
def trace [n] (a: sq [n]) = i32.sum (map (\i -> a[i, i]) (iota n))
entry main (a: sq []) = trace a
---
type~ any = []i32
entry main (a: any) : any = filter (>0) a
---
type pt = {x: f64, y: f64}
def add (a: pt) (b: pt) : pt = {x = a.x + b.x, y = a.y + b.y}
entry main (xs: []f64) = (reduce add {x = 0, y = 0} (map (\x -> {x, y = -x}) xs)).x
---
type pair 'a 'b = (a, b)
def swap 'a 'b ((x, y): pair a b) : pair b a = (y, x)
entry main (x: i32) (y: bool) = swap (x, y)
---
type^ fn = i32 -> i32
def app (f: fn) (x: i32) = f x
entry main (x: i32) = app (+1) x
---
entry main (xs: []i32) = #[sequential] map (+1) xs
---
#[noinline]
def f (x: i32) = x + 1
entry main (xs: []i32) = #[unroll] loop s = 0 for x in xs do s + f x
---
entry main (xs: []i32) (i: i64) = #[unsafe] xs[i]
---
entry main (xs: []i32) = #[incremental_flattening(only_intra)] map (\x -> #[scratch] x) xs
---
def inc (x: i32) = x + 1
entry main (xs: []i32) = map (inc >-> inc >-> (*2)) xs
---
entry main (xs: []f32) = map (f32.sqrt <-< f32.abs) xs
---
entry main [n] (xs: [n]i32) : [n]i32 = (map (+1) >-> map (*2)) xs
---
def n : i64 = 10
def f (xs: [n]i32) = map2 (+) xs (map i32.i64 (iota n))
entry main (xs: [n]i32) : [n]i32 = f xs
---
def n = 10i64
def tbl : [n]i64 = iota n
entry main (i: i64) = tbl[i]
---
def k = 4
entry main (x: i32) = x + k
---
def n = 4i64
def m = n * 2
entry main (xs: [m]i32) : [n][2]i32 = unflatten (xs :> [n * 2]i32)
---
entry main (n: i64) : []i32 = replicate n 0
---
entry main (xs: []i32) : ?[n].[n]i32 = filter (>0) xs
---
entry main [n] (xs: [n]i32) : ([]i32, [n]i32) = (filter (>0) xs, xs)
---
entry main (n: i64) : [n][n]i32 = replicate n (replicate n 0)
---
entry main (b: bool) (xs: []i32) = if b then xs else filter (>0) xs
---
entry main (b: bool) (n: i64) = length (if b then iota n else iota (n + 1))
---
entry main [n] (b: bool) (xs: [n]i32) (ys: [n]i32) : [n]i32 = if b then xs else ys
---
entry main (b: bool) (xs: []i32) (ys: []i32) = let zs = if b then xs else ys in map2 (+) zs zs
---
entry main (b: bool) (n: i64) = if b then (iota n, n) else (iota 3, 3)
---
entry main (xs: []i32) = let [n] (ys: [n]i32) = filter (>0) xs in map2 (\y i -> y + i32.i64 i) ys (iota n)
---
entry main (xs: []i32) = let [n] (ys: [n]i32) = map (+1) xs in iota n
---
entry main (xss: [][]i32) = let [n][m] (yss: [n][m]i32) = map (map (+1)) xss in (n, m, yss)
---
def g f x = f (f x)
entry main (x: i32) = g (\y -> g (\z -> z + 1) y) x
---
entry main (n: i64) (k: i32) = let f (i: i64) : i32 = i32.i64 i + k in tabulate n f
---
entry main (n: i64) (k: i32) = let f (m: i64) : [m]i32 = replicate m k in f n
---
entry main [n] (xs: [n]i32) = let f (ys: [n]i32) : [n]i32 = map2 (+) xs ys in f (f xs)
---
entry main (x: i32) (y: f32) = let id' 'a (x: a) = x in (id' x, id' y)
---
entry main (x: i32) (y: f32) = let pair 'a 'b (a: a) (b: b) = (a, b) in (pair x y, pair y x)
---
entry main (xs: []i32) (ys: []f32) = let len [n] 't (_: [n]t) = n in len xs + len ys
---
entry main (xs: []i32) (ys: []f32) = let hd 'a (xs: []a) = xs[0] in (hd xs, hd ys)
---
entry main (xs: []i32) = loop s = 0 for x in xs do s + x
---
entry main (xs: [](i32, f32)) = loop (a, b) = (0, 0) for (x, y) in xs do (a + x, b + y)
---
entry main [n] (xs: *[n]i32) = loop ys = replicate n 0i32 for x in xs do ys with [0] = x
---
entry main (n: i32) = let x = 3i32 let y = 4i32 in loop (x, y) for i < n do (y, x + i)
---
entry main (n: i32) = loop xs = [1i32] for _i < n do xs ++ xs
---
entry main (n: i32) (ys: []i32) = loop xs = ys for _i < n do filter (>0) xs
---
entry main (n: i32) (ys: []i32) = loop (xs, k) = (ys, 0) while k < n do (filter (>k) xs, k + 1)
---
entry main (ys: []i32) = let (xs, _) = loop (xs: []i32, go) = (ys, true) while go && length xs > 1 do (xs[1:], xs[0] < 5) in xs
---
entry main (n: i64) = loop xs = replicate n 0i32 for i < 10 do map (+i) xs
---
entry main (n: i64) (ys: [n]i32) : [n]i32 = loop xs = copy ys for i < n do xs with [i] = xs[i] + 1
---
entry main (n: i64) (ys: [n]i32) : [n]i32 = loop xs: *[n]i32 = copy ys for i < n do let xs[i] = xs[i] + 1 in xs
---
entry main (n: i64) = loop (n, c) = (n, 0i32) while n != 1 do (if n % 2 == 0 then n / 2 else 3 * n + 1, c + 1)
---
def (<+>) (a: (i32, i32)) (b: (i32, i32)) = (a.0 + b.0, a.1 + b.1)
entry main (xs: [](i32, i32)) = reduce (<+>) (0, 0) xs
---
def (+++) 'a [n] [m] (xs: [n]a) (ys: [m]a) = xs ++ ys
entry main (xs: []i32) = xs +++ xs +++ xs
---
def xor' (a: bool) (b: bool) = a != b
entry main (a: bool) (b: bool) = a `xor'` b
---
entry main (a: i32) (b: i32) = a `i32.max` b
---
def (+) (a: i32) (b: i32) = a * b
entry main (a: i32) = a + 3
---
def f (xs: []i32) = xs |> map (+1) |> filter (>3) |> map (*2) |> reduce (+) 0
entry main (xs: []i32) = f xs
---
entry main (n: i64) = iota n |> map i32.i64 |> scan (+) 0 |> rotate 2 |> reverse
---
def curried (a: i32) (b: i32) = a + b
entry main (xs: []i32) = xs |> map (curried 3) |> map (\x -> x |> curried 4)
---
entry main (xs: []i32) = let ys = xs |> filter (>0) in (length ys, ys)
---
def norm (p: {x: f32, y: f32}) = p.x * p.x + p.y * p.y
entry main (xs: []f32) = map (\x -> norm {x, y = x}) xs
---
entry main (xs: []f32) = xs |> map (\x -> {x, y = x}) |> map (\p -> p.x + p.y)
---
entry main (xs: []f32) = map (\p -> p.x + p.y) (map (\x -> {x, y = x}) xs)
---
entry main (xs: []f32) = map (.x) (map (\x -> {x, y = x}) xs)
---
entry main (xs: []i32) = map (i32.+ 3) xs
---
entry main (xs: []i32) = map (3 -) xs
---
entry main (xs: []i32) = map (`i32.max` 3) xs
---
entry main (xs: []i32) = map (3 `i32.max`) xs
---
entry main (xs: []i32) = reduce (i32.*) 1 xs
---
entry main (xss: [][]i32) = map (.[0]) xss
---
entry main (xs: [](i32, {a: i32})) = map (.1.a) xs
---
entry main (xs: [](i32, i32)) = map (.0) xs
---
def f (p: (i32, i32)) = p.0 + p.1
entry main (x: i32) = f (x, x)
---
def f (xs: *[]i32) : *[]i32 = xs with [0] = 1
entry main (xs: *[]i32) = f xs
---
entry main (xss: *[][]i32) = map (\xs -> let ys = copy xs in ys with [0] = 1) xss
---
entry main [n] (a: {x: *[n]i32, y: i32}) = a.x with [0] = a.y
---
entry main [n][m] (xss: *[n][m]i32) = loop xss for i < n do loop xss for j < m do xss with [i, j] = xss[i, j] + 1
---
def f [n] (xs: *[n]i32) (k: i32) : *[n]i32 = xs with [0] = k
entry main (xs: *[]i32) = f xs xs[0]
---
def f (xs: *[]i32) = let xs[0] = 2 in xs
entry main (xs: []i32) = f (copy xs)
---
def f (a: *[]i32, b: *[]i32) = (a with [0] = 1, b with [0] = 2)
entry main (xs: []i32) = f (copy xs, copy xs)
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
entry main (n: i64) = let (a, b) = f n in (a with [0] = 3, b with [0] = 4)
---
entry main (xs: *[][]i32) (i: i64) = xs with [i] = map (+1) xs[i]
---
entry main (xs: *[][]i32) (i: i64) = let r = copy xs[i] in xs with [i, 0] = r[1]
---
entry main [n] (xs: *[n]i32) = let ys = map (+1) xs let xs[0] = 3 in (xs, ys)
---
entry main [n] (xs: *[n]i32) = scatter xs (iota n) (replicate n 2)
---
def upd [n] (xs: *[n]i32) (i: i64) (v: i32) : *[n]i32 = xs with [i] = v
entry main [n] (xs: [n]i32) = loop ys = copy xs for i < n do upd ys i 3
---
entry main [n] (xs: [n]f32) = reduce_comm (\(a, i) (b, j) -> if a < b || (a == b && j < i) then (b, j) else (a, i)) (-f32.inf, -1) (zip xs (iota n))
---
entry main (a: []f32) = (a : []f32)
---
entry main [n] (a: [n]f32) (b: []f32) = map2 (+) a (b :> [n]f32)
---
entry main (x: i32) = assert (x > 0) (x + 1)
---
entry main [n] (xs: [n]i32) (m: i64) : [m]i32 = let ys = assert (n == m) xs in ys :> [m]i32
---
entry main (a: bool) (b: bool) = (a && b || !a, a == b, a != b, a < b)
---
entry main (x: i32) = if x > 3 && x < 5 || x == 7 then 1 else if x <= 2 then 2 else 3
---
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : [n + m]i32 = xs ++ ys
---
entry main [n] (xs: [n]i32) = let ys = xs ++ [1, 2] in map2 (+) ys (replicate (n + 2) 1)
---
entry main (x: i32) = (f32.i32 x, u8.i32 x, i64.i32 x, bool.i32 x, i32.bool true, f64.f32 2, i32.f32 2.5)
---
entry main (x: f32) (y: f32) = (f32.max x y, f32.isnan x, f32.floor x, f32.to_bits x, f32.fma x y x, f32.atan2 x y, f32.pi)
---
entry main (x: i32) (y: i32) = (i32.mad_hi x y x, i32.mul_hi x y, i32.popc x, i32.clz x, i32.ctz y, i32.highest, i32.lowest, i32.num_bits, i32.get_bit 3 x, i32.set_bit 3 x 1, i32.sgn x, i32.abs x)
---
entry main (x: i64) = i64.(abs x + max x 3)
---
entry main (x: f32) = f32.(sqrt (x * x + 1) + from_fraction 1 2 + i32 3)
---
entry main (x: u32) = (u32.(x >> 3 & 1), x >> 2, x << 1, x ^ 5, x | 1, x & 3, !x)
---
entry main [n] (xs: [n]i32) = let f = map2 (+) xs in f (f xs)
---
entry main (n: i64) = let a = replicate n 0i32 let b = a let c = b with [0] = 1 in c
---
entry main (a: []i32) (b: []i32) = a == b
---
entry main (a: (i32, bool)) (b: (i32, bool)) = a == b
---
entry main [n] (xs: [n][n]i32) : [n * n]i32 = flatten xs
---
entry main [n] [m] (xs: [n][m]i32) : [m * n]i32 = flatten (transpose xs)
---
entry main [n] (is: [n]i64) = reduce_by_index (replicate 10 0i32) (+) 0 is (replicate n 1)
---
entry main [n] (is: [n](i64, i64)) = reduce_by_index_2d (replicate 10 (replicate 4 0i32)) (+) 0 is (replicate n 1)
---
def twice 'a (f: a -> a) : a -> a = f >-> f
entry main (x: i32) = twice (twice (+1)) x
---
def app2 (f: i32 -> i32 -> i32) = \x -> f x x
entry main (xs: []i32) = map (app2 (+)) xs
---
def fs (k: i32) : (i32 -> i32, i32 -> i32) = ((+k), (*k))
entry main (x: i32) = let (f, g) = fs 3 in f (g x)
---
def r (k: i32) = {f = \x -> x + k, g = \x -> x * k}
entry main (x: i32) = let h = r 3 in h.f (h.g x)
---
entry main (xs: []i32) = let add = \x y -> x + y in map (uncurry add) (zip xs xs)
---
entry main [n] (xs: [n]i32) = foldl (\acc x -> acc * 10 + x) 0 xs + foldr (\x acc -> acc * 10 + x) 0 xs
---
def mapi 'a 'b [n] (f: i64 -> a -> b) (xs: [n]a) : [n]b = map2 f (iota n) xs
entry main (xs: []i32) = mapi (\i x -> i32.i64 i + x) xs
---
def on 'a 'b 'c (g: b -> b -> c) (f: a -> b) (x: a) (y: a) : c = f x `g` f y
entry main (a: i32) (b: i32) = on (+) (*2) a b
---
def f [n] (g: [n]i32 -> i32) (xs: [n]i32) = g xs
entry main (xs: []i32) = f (reduce (+) 0) xs
---
def f (g: (n: i64) -> [n]i32) (k: i64) : [k]i32 = g k
entry main (k: i64) = f (\n -> replicate n 2) k
---
def f [n] 'b (g: [n]i32 -> b) (xs: [n]i32) = g xs
entry main (xs: []i32) = f (map (+1)) xs
---
entry main (n: i64) = map (\i -> i64.sum (iota i)) (iota n)
---
entry main (n: i64) = map (\i -> let xs = filter (\x -> x % 2 == 0) (iota i) in length xs) (iota n)
---
entry main (x: i32) = (iterate 3 (+1) x, iterate_while (< 10) (*2) x, iterate_until (> 10) (+3) x)
---
def f x = let g 'a (y: a) = (x, y) in (g 1i32, g true)
entry main (x: i32) = f x
---
entry main = (0x1F, 0b101u8, 1_000i64, 1e3f32, 1.5, 0x1.8p3f64, f32.nan, f64.inf, -5i8, 3u16, 1f16)
---
entry main (x: f32) : f32 = x + 1
---
entry main (x: f64) = x ** 2 + 3
---
entry main = "hello"
---
entry main (c: u8) = c == 'a'
---
entry main [n] (a: [n]i32) = map5 (\a b c d e -> a + b + c + d + e) a a a a a
---
def dotprod [n] (xs: [n]i32) (ys: [n]i32) : i32 = reduce (+) 0 (map2 (*) xs ys)
entry main [n] [m] [p] (xss: [n][m]i32) (yss: [m][p]i32) : [n][p]i32 = map (\xs -> map (dotprod xs) (transpose yss)) xss
---
entry a (x: i32) = x
entry b (x: f32) : f32 = x
---
entry main (xs: []i32) = map (\x -> -x) xs |> map i32.neg
---
entry main (x: i32) = -x - -3 + (- x)
---
let f (x: i32): i32 = x
let main (x: i32): i32 = f x
---
entry main (xs: []i32) = let (a, b) = partition (> 0) xs in (length a, b)
---
entry main (xs: []i32) = let (a, b, c) = partition2 (> 0) (== 0) xs in (a, b, c)
---
entry main (xs: []i32) = (partition (> 0) xs).0
---
entry main (a: (i32, (i32, f32))) = let (x, (_, z)) = a in (x, z)
---
entry main (a: i32) = let () = () let _ = a in a
---
entry main (xs: [](i32, (i32, i32))) = map (\(a, (b, c)) -> a + b + c) xs
---
entry main (x: i32) = let (y: i32, z: f32) = (x, 2) in (z, y)
---
def f (x: i32, y) = x + y
entry main (x: i32) = f (x, x)
---
entry main (n: i64) = (0..<n, 1...n, n..>0, 0..2..<n, n..n-1...0)
---
entry main (n: i64) : [n]i64 = 0..<n
---
entry main (n: i32) = map (*2) (0..<n)
---
entry main : [5]i32 = 1..2...5 :> [5]i32
---
entry main (a: i64) (b: i64) : [b - a]i64 = a..<b
---
entry main (n: i32) = loop s = 0 for i in 0..1..<n do s + i
---
entry main (a: {x: i32, y: {z: f32}}) = a with y.z = 3 with x = 2
---
entry main (x: i32) (y: i32) = let {a, b} = {a = x, b = y} in a + b
---
entry main (x: i32) (y: i32) = let {a = (p, q), b = _} = {a = (x, y), b = y} in p + q
---
entry main (x: i32) (y: i32) = let a = x let b = y in {a, b}
---
entry main (xs: []{a: i32, b: f32}) = map (\{a, b} -> f32.i32 a + b) xs
---
def f {a: i32, b: i32} = a - b
entry main (a: i32) = f {b = 2, a}
---
entry main (n: i64) (m: i64) = replicate n (replicate m (0i32, true))
---
entry main [n] (a: [n]f32) = let b = (a :> [n]f32) : [n]f32 in b
---
entry main [n] (is: [n](i64, i64)) = scatter_2d (replicate 10 (replicate 4 0i32)) is (replicate n 1)
---
def segscan [n] 't (op: t -> t -> t) (ne: t) (arr: [n](t, bool)) : [n]t =
  (unzip (scan (\(x1, f1) (x2, f2) -> let f = f1 || f2 let x = if f2 then x2 else op x1 x2 in (x, f)) (ne, false) arr)).0
entry main [n] (xs: [n]i32) (fs: [n]bool) = segscan (+) 0 (zip xs fs)
---
entry main (x: i32) = let x = x + 1 let x = x * 2 let f x = x + 1 in f x
---
def map (x: i32) = x
entry main (x: i32) = map x
---
entry main [n] (xs: [n]i32) = map2 (+) xs[1:] xs[:n - 1]
---
entry main [n] (xs: [n]i32) = (xs[::-1], xs[1:3], xs[n-1:0:-1], xs[:-1], xs[::2])
---
entry main [n] (xs: [n][n]i32) = (xs[0], xs[:, 0], xs[1:3, 2:], xs[0:2][0], xs[:1, :1])
---
entry main [n] (xs: [n]i32) : [n]i32 = xs[::-1]
---
entry main [n] (xs: [n]i32) : [n]i32 = xs[0:n]
---
entry main [n] (xs: [n]i32) (i: i64) = xs[i:i + 2] :> [2]i32
---
entry main (xs: []i32) (k: i64) = let (a, b) = split (xs :> [k + (length xs - k)]i32) in (a, b)
---
entry main [n] (xs: [n]i32) : [n - 1]i32 = map2 (+) (init xs) (tail xs)
---
entry main [n] (xs: [n]i32) (k: i64) : ([k]i32, [n - k]i32) = (take k xs, drop k xs)
---
entry main [n] (xs: [n]i32) = take (n - 1) xs ++ drop (n - 1) xs
---
def thr 'a 'b 'c (x: a, _: b, _: c) = x
entry main (x: i32) = thr (x, true, 2f32)
---
entry main (xs: []i32) = map (\(x: i32) : f32 -> f32.i32 x) xs
---
entry main (xs: []i32) = reduce (\(a: i32) b -> a + b) 0 xs
---
entry main (xs: [12]i32) = unflatten (xs :> [3 * 4]i32)
---
entry main [n] (xs: [n]i32) (k: i64) = unflatten (xs :> [k * 2]i32)
---
entry main (n: i64) (m: i64) = unflatten (iota (n * m))
---
entry main (n: i64) (m: i64) = map i64.sum (unflatten (map (+1) (iota (n * m))))
---
entry main (n: i64) (m: i64) : [n][m]i64 = unflatten (iota (n * m))
---
def f [n] [m] [k] (xs: [n][m][k]i32) = unflatten_3d (map (+1) (flatten_3d xs))
entry main (xs: [][][]i32) = f xs
---
def f (s: {a: *[]i32, b: i32}) : {a: *[]i32, b: i32} = s with a = (s.a with [0] = s.b)
entry main (a: *[]i32) = (f {a, b = 3}).a
---
entry main () : i32 = 3
---
entry main (xs: *[]i32) = let xs[1:3] = [1, 2] in xs
---
entry main [n] (xs: *[n][n]i32) = let xs[:, 0] = replicate n 3 in xs
---
entry main [n] (xs: *[n]i32) = xs with [0] = 1 with [1] = 2
---
entry main [n] (a: [n]i32) (b: [n]f32) (c: [n]bool) = let abc = zip3 a b c let (x, y, z) = unzip3 abc in (x, y, z, (unzip (zip a b)).0)
---
entry main (xss: *[3][4]i32) = loop xss for i < 3 do let xss[i] = map (+1) xss[i] in xss
---
entry main (xss: *[3][4]i32) = loop xss for i < 3 do xss with [i] = (loop r = copy xss[i] for j < 4 do r with [j] = i32.i64 j)
---
entry main (xs: *[4]i32) = let (a, b) = split (xs :> [2 + 2]i32) in (a with [0] = 1)
---
def f (x: *[4]i32) : *[4]i32 = reverse x
entry main (xs: *[4]i32) = f xs
---
type st [n] = {xs: [n]i32, k: i32}
def step [n] (s: *st [n]) : *st [n] = s with xs = (s.xs with [0] = s.k) with k = 3
entry main [n] (xs: *[n]i32) = (step {xs, k = 2}).xs
---
entry main [n] (xs: *[n]i32) = let (ys, k) = loop (ys, k) = (xs, 0) while k < 10 do let ys[k] = k in (ys, k + 1) in (ys, k)
---
def g [n] (xs: *[n]i32) (k: i32) : (*[n]i32, i32) = (xs with [0] = k, k)
entry main [n] (xs: *[n]i32) = let (a, k) = g xs 3 let (b, _) = g a k in b
---
entry main [n] (xs: [n]i32) = let ys = if n > 3 then copy xs else map (+1) xs in ys with [0] = 3
---
entry main [n] (xs: [n]i32) = #[unsafe] let ys = copy xs in ys with [0] = 3
---
def f (g: *[]i32 -> i32) (xs: []i32) = g (copy xs)
entry main (xs: []i32) = f (\xs -> xs[0]) xs
---
entry main [n] (xs: *[n]i32) (k: i32) = iterate k (\(ys: [n]i32) -> copy ys with [0] = ys[0] + 1) xs
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
def g [n] (a: *[n]i32, b: *[n]i32) = (a with [0] = 1, b with [0] = 2)
entry main (n: i64) = g (f n)
