-- Programs, separated by ---, that the checker accepts.
---
def f (a: *[]i32) = (a, a with [0] = 1)
---
def f (a: *[]i32): ([]i32, []i32) = (a, a)
---
def f (a: *[]i32) (b: *[]i32): (*[]i32, *[]i32) = (a, b)
---
def f (a: *[][]i32): *[]i32 = a[0]
---
def f (a: *[][]i32): *[]i32 = copy a[0]
---
def f (t: (*[]i32, i32)) = t.0 with [0] = t.1
---
def f (t: *([]i32, i32)) = t.0 with [0] = t.1
---
def f (x: *[]i32) = let y = copy x in let z = x with [0] = 1 in y[0]
---
def f (x: *[]i32) = let y = map (+1) x in let z = x with [0] = 1 in y[0]
---
def f (x: *[]i32) (c: bool) = if c then x with [0] = 1 else x
---
def f (x: *[]i32) = scatter x [0] [1]
---
def f (x: []i32) = scatter (copy x) [0] [1]
---
def f (x: *[]i32) = loop (y, i) = (x, 0) while i < 10 do (y with [0] = i, i + 1)
---
def f (xs: [][]i32) = map (\x -> copy x with [0] = 1) xs
---
def f (r: *{a: []i32, b: []i32}) = r with a = (r.a with [0] = 1)
---
def f (x: *[]i32) = let g (y: *[]i32) = y with [0] = 1 in g x
---
def g (h: *[]i32 -> i32) (x: *[]i32) = h x
def f (x: *[]i32) = g (\(y: *[]i32) -> (y with [0] = 1)[0]) x
---
def f (x: *[]i32) = (x with [0] = 1) with [1] = x[0]
---
def f (x: *[]i32) = x with [0] = x[1]
---
def f (x: *[][]i32) = x with [0] = copy x[1]
---
def f (x: *[]i32) = let x[0] = x[1] + x[2] in x
---
def f 'a (x: *[]a) (v: a) = x with [0] = v
---
def f 'a (x: *a) : *a = x
---
def f 'a (x: a) : *a = copy x
---
def f [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys
def g (xs: []i32) (ys: []i32) = f xs ys
---
def f [n] (xs: [n]i32) : [n+1]i32 = xs ++ [1]
---
def f [n] (xs: [n]i32) : [1+n]i32 = [1] ++ xs
---
def f [n] (xs: [n]i32) : []i32 = filter (>0) xs
---
def f [n] (xs: [n]i32) : ?[m].[m]i32 = filter (>0) xs
---
def f (xs: []i32) = let ys = filter (>0) xs in map2 (+) ys ys
---
def f (xs: []i32) = let [n] (ys: [n]i32) = filter (>0) xs in map2 (+) ys (replicate n 0)
---
def f (xs: [][]i32) = map (\r -> length (filter (>0) r)) xs
---
def f (n: i64) = map (\i -> replicate n i) (iota n)
---
def f (n: i64) = map (\i -> let m = n + 1 in replicate m i) (iota n)
---
def f (n: i64) (b: bool) = if b then replicate n 1 else replicate (n+1) 1
---
def f [n][m] (xs: [n][m]i32) : [m][n]i32 = transpose xs
---
def f [n][m] (xs: [n][m]i32) : [n*m]i32 = flatten xs
---
def f (xs: []i32) = loop ys = xs for i < 3 do map (+1) ys
---
def f [n] (xs: [n]i32) : [n]i32 = loop ys = xs for i < 3 do map (+1) ys
---
def f [n] (xs: [n]i32) : []i32 = loop (ys: []i32) = xs for i < 3 do ys[1:]
---
def f [n] (xs: [n]i32) = reduce (map2 (+)) (replicate n 0) [xs, xs]
---
def f (xs: [][]i32) = reduce (map2 (+)) (replicate 3 0) xs
---
def f [n] (xs: [][n]i32) = reduce (map2 (+)) (replicate n 0) xs
---
type v = [3]f32
def dot (a: v) (b: v) = f32.sum (map2 (*) a b)
def f = dot [1,2,3] [4,5,6]
---
type mat [n][m] 'a = [n][m]a
def f [n][m] (x: mat [n][m] i32) : mat [m][n] i32 = transpose x
---
type pair 'a 'b = (a, b)
def f (x: pair i32 bool) : pair bool i32 = (x.1, x.0)
---
type^ fn 'a = a -> a
def f (g: fn i32) = g 1
---
type~ arr = []i32
def f (x: arr) = length x
---
type t = {x: i32, y: f32}
def f (r: t) = r with x = 2
---
def f (x: i32) = {x, y = x + 1}
def g = (f 1).y
---
def f g = g 1i32 + g 2
def h = f (+1)
---
def compose 'a 'b 'c (f: b -> c) (g: a -> b) (x: a) = f (g x)
def h = compose (+1) (*2) 3i32
---
def f x y = (x, y)
def g = (f 1i32 true, f true 1i32)
---
def f = let g 'a (x: a) = x in (g 1i32, g true)
---
def f = let g (xs: []i32) = xs[0] in (g [1], g [1, 2])
---
def f x = let g y = (x, y) in g true
def h = (f 1i32, f true)
---
module type m = { val `plus`: i32 -> i32 -> i32 }
---
def f y = let g 'a (x: a) = (x, y) in (g 1i32, g true)
---
def f '^a (x: a) = x
def g = f (\x -> x + 1) 2
---
def f (x: []i32) = x :> [3]i32
---
def f (x: []i32) = x : [3]i32
---
def f (x: [2]i32) = x :> [3]i32
---
def f (xs: []i32) = loop a = 0 for x in xs do a + x
---
def f (xs: []i32) = loop a = 0 for i < length xs do a + i
---
def f (xs: []i32) = loop a = 0i64 for i < length xs do a + i
---
def f (n: i64) : [n]i64 = iota n
def g : [3]i64 = f 3
---
def n: i64 = 5
def f (xs: [n]i32) = xs
def g = f (replicate n 0)
---
def f _ = 1i32
def g = (f 1i32, f true)
---
def f (xs: [](i32, f32)) = unzip xs
---
def f = map (\(x, y) -> x + y) (zip [1i32] [2])
---
def f (f: i32 -> i32) = f 1
def g = f (\x -> x)
def h = f i32.abs
---
def (+^) (x: i32) (y: i32) = x * y
def f = 1 +^ 2 +^ 3
---
def f (x: i32) = let x = f32.i32 x in x + 1.5
---
def f [n] (xs: [n]f32) = f32.sum xs / f32.i64 n
---
def f = 300u8
---
def f (x: i32) = let g (y: i32) : i32 = x + y in map g [1,2]
---
def main (n: i64) (xs: [n]i32) = xs
---
def f (g: (n: i64) -> [n]i32) = g 10
def h = f (\n -> replicate n 1)
---
def f (g: (n: i64) -> [n]i32) : [10]i32 = g 10
def h = f (\n -> replicate n 1)
---
def f (x: i64) = x
def g = [0, f 3]
def h (a: [3]i64) = a
def k = h (map f (iota 3))
---
def g (t: (*[]i32, i32)) = t.0 with [0] = 1
def f (x: *[]i32) = let y = g (x, 1) in y
---
def step (a: *[]i32, b: *[]i32) : (*[]i32, *[]i32) = (a with [0] = 1, b with [0] = 2)
def f (x: *[]i32) (y: *[]i32) = let (p, q) = step (x, y) let p[0] = 3 let q[0] = 4 in (p, q)
---
def step (a: *[]i32) (b: *[]i32) : (*[]i32, *[]i32) = (a with [0] = 1, b with [0] = 2)
def f (x: *[]i32) (y: *[]i32) = loop (p, q) = (x, y) for i < 10 do step p q
---
def step (a: *[]i32) (b: []i32) : (*[]i32, i32) = (a with [0] = 1, b[0])
def f (x: *[]i32) (y: []i32) = loop (p, q) = (x, 0) for i < 10 do step p y
---
def f (x: *[]i32) (w: []i32) = loop (y, z) = (x, w) for i < 10 do (y with [0] = z[0], z)
---
def f (x: *[]i32) (w: []i32) = loop (y, z) = (x, w) for i < 10 do (y with [0] = z[0], w)
---
def cp (xs: []i32) = copy xs
def g (xs: []i32) = (cp xs) with [0] = 1
---
def g (xs: []i32) = let cp (ys: []i32) = copy ys in (cp xs) with [0] = 1
---
def g (xs: []i32) = let cp = \ys -> copy ys in (cp xs) with [0] = 1
---
def g (xs: []i32) (i: i64) = let h ys = map (+1) ys let zs = h xs let zs[i] = 0 in zs
---
def f (n: i64) = let a = replicate n 0i32 in loop a for i < 10 do let a[i] = i in a
---
def f (n: i64) = let a = replicate n 0i32 let b = replicate n 1i32 in loop (a, b) for i < 10 do (b, a with [0] = 1)
---
def f (n: i64) = let (a, b) = (replicate n 0i32, replicate n 1i32) let a[0] = 2 in (a, b)
---
def f (xs: [](i32, i32)) = let (a, b) = unzip xs let a = copy a let a[0] = 1 in (a, b)
---
def f (xss: *[][]i32) = loop xss for i < 10 do let xss[i, 0] = 1 in xss
---
def f (xss: *[][]i32) = loop xss for i < 10 do let row = copy xss[i] let row[0] = 1 let xss[i] = row in xss
---
def f (xss: *[][]i32) = loop xss for i < 10 do xss with [i] = map (+1) xss[i]
---
def f (xs: *[]i32) = let xs' = xs with [0] = 1 let xs'' = xs' with [1] = 2 in xs''
---
def f [n] (xs: *[n]i32) : *[n]i32 = loop xs for i < n do xs with [i] = i32.i64 i
---
def f [n] (xs: *[n]i32) : *[n]i32 = loop (xs: *[n]i32) = xs for i < n do xs with [i] = i32.i64 i
---
def f (r: {a: []i32}) = r with a = map (+1) r.a
---
def f (xs: []i32) = let ys = [xs[0], 2] let ys[0] = 5 in ys
---
def f (xs: []i32) = let ys = [xs, xs] let ys[0,0] = 5 in ys
---
def f (xs: []i32) = let ys = concat xs xs let ys[0] = 5 in ys
---
def f (xs: []i32) = let ys = filter (>0) xs let ys[0] = 5 in ys
---
def f (xs: []i32) = let ys = transpose [xs] let ys[0,0] = 5 in ys
---
def f (b: bool) (xs: *[]i32) = let ys = if b then xs else replicate 10 1 let ys[0] = 2 in ys
---
def f (xs: *[]i32) = let g () = xs[0] in g () + (xs with [0] = 1)[0]
---
def f (xs: *[]i32) = xs[0] + (xs with [0] = 1)[0]
---
def f (xs: *[]i32) = let _ = xs with [0] = 1 in 3i32
---
def f (xs: *[]i32) (n: i64) = length (xs with [0] = 1) + n
---
def f [n] (xs: *[n]i32) = let ys = xs with [0] = 1 in (n, ys)
---
def f (xs: *[][]i32) = map (\x -> x[0]) (xs with [0,0] = 1)
---
def f (xs: *[]i32) (is: []i64) = reduce_by_index xs (+) 0 is (map i32.i64 is)
---
def f (xs: *[]i32) = loop a = xs for i in [1,2,3] do a with [i] = 1
---
def f (xs: *[]i32) (ys: *[]i32) = let (a, b) = (xs, ys) let a[0] = 1 in b
---
let x = [1i32,2,3]
def f = (copy x) with [0] = 2
---
def f (x: *i32) = x
---
def f (x: *[4]f32) : f32 = x[0]
---
def apply 'a (f: *a -> a) (x: *a) : a = f x
def g (x: *[]i32) = apply (\(y: *[]i32) -> y with [0] = 1) x
---
def f (n: i64) (m: i64) = let grid = tabulate_2d n m (\i j -> i * j) let grid[1:n-1, 1:m-1] = replicate (m-2) 0 |> replicate (n-2) in grid
---
def f [n] (grid: *[n][n]f32) = loop grid for t < 10 do let row = grid[0] let new = map (*2) row let grid[0] = new in grid
---
def f (n: i64) = (tabulate n (\i -> i)) with [0] = 1
---
def f (n: i64) = let xs = map (\i -> i) (iota n) in xs with [0] = 1
---
def f [n] (s: *[n]i32) (k: i32) = (loop (s, k) while k > 0 do (s with [0] = k, k - 1)).0
---
def g [n] (a: *[n]i32) : ([n]i32, i32) = let x = a[1] in (a with [0] = 1, x)
---
type st [n] = {xs: [n]i32, k: i32}
def step [n] (s: *st [n]) : *st [n] = let k = s.k + 1 in {xs = s.xs with [0] = k, k}
entry main [n] (xs: *[n]i32) = let s = loop s = {xs, k = 0i32} for _i < n do step s in s.xs
---
def f (n: i64) : (*[n]i32, *[n]i32) = (replicate n 0, replicate n 1)
def g [n] (a: *[n]i32, b: *[n]i32) = (a with [0] = 1, b with [0] = 2)
entry main (n: i64) = g (f n)
---
def g [n] (xs: *[n]i32) (k: i32) : (*[n]i32, i32) = (xs with [0] = k, k)
entry main [n] (xs: *[n]i32) = let (a, k) = g xs 3 let (b, _) = g a k in b
---
def f (x: []i32) = (map (+1) x, x)
def g (a: []i32) = let (b, c) = f a let b[0] = 1 in (b, c)
---
def f (x: []i32) = let y = map (+1) x in y[1:]
def g (a: []i32) = let b = f a let b[0] = 1 in (a, b)
---
def f (a: []i32) = let g (x: []i32) = (let y = map (+1) x in y[1:], x) let (b, c) = g a let b[0] = 1 in (b, c)
---
def f (n: i64) = (iota n, iota n)
def g (n: i64) = let (x, y) = f n let y[0] = 9 in x
---
def f (n: i64) = let (x, y) = loop (x, y) = (iota n, iota n) for _i < 2 do (x with [0] = 3, y) let x[0] = 9 in y
---
def f (n: i64) = let (x, y) = if n > 2 then (iota n, iota n) else (replicate n 1, replicate n 2) let y[0] = 9 in x
---
entry main [n] (xs: [n]i64) = filter (> 0) xs |> reduce (+) 0
---
entry main [n] (xs: [n]i64) = reduce (+) 0 (filter (> 0) xs)
---
entry main [n] (xs: [n]i64) = let ys = filter (> 0) xs in map (+ 1) <| ys
---
entry main (k: i32) = zip (iota (i64.i32 k)) (replicate (i64.i32 k) 0)
---
entry main (k: i32) = zip (iota (i64.i32 (k / 2) + 1)) (replicate (i64.i32 (k / 2) + 1) 0)
---
entry main (k: i64) = zip (iota (k |> (+ 1))) (iota (k |> (+ 1)))
---
entry main (k: i64) = zip (iota (if k > 3 then 1 else 2)) (iota (if k > 3 then 1 else 2))
---
entry main (xs: []i64) = zip (iota (i64.sum (map (+ 1) xs))) (iota (i64.sum (map (+ 1) xs)))
---
entry main (n: i64) = map2 (+) (0..1..<n) (iota n)
---
entry main (n: i64) = map2 (+) (1..2...n) (iota n)
---
def f (p: (i64, i64)) : [p.0 + p.1]i64 = iota (p.0 + p.1)
entry main (k: i64) = zip (f (k, k)) (f (k, k))
---
def f (_x: i32) = let _g y = y in {_x}
---
def f n xs = map2 (+) xs (iota n)
---
def f (n: i64) g = map2 (+) (g n) (iota n)
---
def f [n] g (xs: [n]i64) = map2 (+) xs (g n)
---
def g (a: []i32) (b: i32) = a[0] + b
def f (xs: *[]i32) = g (xs with [0] = 1) xs[1]
def h (xs: *[]i32) = g (xs with [0] = 1) (g (copy xs) 2)
---
def g (a: []i32) (b: i32) = a[0] + b
def f (xs: *[]i32) = g (xs with [0] = g (copy xs with [0] = 3) xs[1]) xs[1]
---
def g (p: *([]i32, []i32)) = p.0 with [0] = 1
def mk (x: *[]i32) : *([]i32, []i32) = (x, copy x)
def f (xs: *[]i32) (ys: *[]i32) = g (xs, ys)
def h (xs: *[]i32) = g (xs, copy xs)
def i ((x, y): *([]i32, []i32)) = g (x, y)
def j (xs: *[]i32) = let (a, b) = mk xs in g (b, a)
def k (xs: *[]i32) = g (mk xs)
---
def f (x: u8) = (x + -(1), x + -1u8, x - 1, -0 + x)
---
def f (x: u8) = match x case 300 -> 1i32 case -1 -> 2 case 'λ' -> 3 case _ -> 4
---
def f (x: i32) = (x * 2 +) ((x +) ((x ** 2 * 3 -) (((if x > 0 then 1 else 2) *) 3)))
---
def f [n] (x: [n]i32) (y: []i32) = zip x (y :> []i32)
---
def f (n: i64) (x: []i32) = zip x (iota n :> []i64)
---
def f [m] (n: i64) (y: [m][m]i32) : [m]i32 = (y :> [n][]i32)[0]
---
type~ v = []i32
def f (x: []i32) (y: []i32) = map2 (+) x (y :> v)
---
def f (b: bool) (xs: []i32) = if b then xs else ???
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop ys = zs for i < 2 do map2 (+) zs ys
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop ys = zs for i < 2 do ys ++ zs
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop ys = xs for i < 2 do zs
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop ys = zs for i < 2 do xs
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop (ys, ws) = (xs, zs) for i < 2 do (ws, ys)
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) (xs ++ xs) in loop (ys, ws) = (zs, zs) for i < 2 do let q = filter (>0) ws in (q, q)
---
entry main [n] (xs: [n]i64) = let r = loop ys = xs for i < 2 do map (+1) ys in map2 (+) xs r
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in let f ys = map2 (+) zs ys in loop ys = zs for i < 2 do f ys
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop r = {a=xs, b=zs} for i < 2 do {a = r.b, b = r.a}
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop r = {a=xs, b=zs} for i < 2 do {a = r.a, b = filter (>0) r.a}
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop ys = [zs] for i < 2 do ys ++ [zs]
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop ys = [xs] for i < 2 do [zs]
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (ys: []i64) = xs for i < 2 do zs
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in let [m] (zs': [m]i64) = zs in loop (ys: [m]i64) = zs' for i < 2 do map2 (+) zs' ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do loop zs = ys for j < 2 do filter (> j) zs
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let w = loop zs = ys for j < 2 do map2 (+) zs ys in map2 (+) w ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let w = loop zs = ys for j < 2 do map2 (+) zs ys in map2 (+) w xs
---
entry main [n] (xs: [n]i64) = loop ys = iota n for i < 2 do iota (length ys + 1)
---
entry main [n] (xs: [n]i64) = loop ys = iota n for i < 2 do iota (n + 1)
---
entry main [n] (xs: [n]i64) = loop (k, ys) = (n, iota n) for i < 2 do (k + 1, iota (k + 1))
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (a, b) = (zs, xs) for i < 2 do (b, b)
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (a, b) = (xs, xs) for i < 2 do (a, zs)
---
entry main [n] (xs: [n]i64) = let zs = filter (> 0) xs in loop (a, b) = (xs, xs) for i < 2 do (zs, zs)
---
entry main [n] (xs: [n]i64) (b: bool) = let q = if b then filter (>0) xs else xs in loop ys = q for i < 2 do map2 (+) q ys
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in map (\x -> i64.sum (loop ys = z for i < 2 do map2 (+) z ys)) xs
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in loop ys = z for x in xs do map (+x) ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let q = filter (>0) ys in q ++ q
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do ys ++ ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do (ys ++ ys)[0:n]
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do take n (ys ++ ys)
---
def it 'a (f: a -> a) (x: a) = loop x for _i < 2 do f x
entry main [n] (xs: [n]i64) = it (map (+ 1)) xs
---
def it (f: []i64 -> []i64) (x: []i64) = loop x for _i < 2 do f x
entry main [n] (xs: [n]i64) = it (filter (> 0)) xs
---
entry main [n] (xs: [n]i64) = let z = filter (> 0) xs in let r = loop ys = z for i < 2 do map2 (+) ys z in map2 (+) r z
---
entry main [n] (xs: [n]i64) = loop ys = (filter (>0) xs, xs) for i < 2 do (map (+i) ys.1, map2 (+) ys.1 xs)
---
entry main [n] (xs: [n]i64) = map (\x -> i64.sum (loop ys = xs for i < 2 do filter (>x) ys)) xs
---
entry main [n] (xs: [n]i64) = map (\x -> loop ys = xs for i < 2 do map (+x) ys) xs
---
entry main [n] (xs: [n]i64) = let f x = loop ys = xs for i < 2 do filter (>x) ys in f 1 ++ f 2
---
entry main [n] (xs: [n]i64) = let f (x: i64) = loop ys = xs for i < 2 do map (+x) ys in map2 (+) (f 1) (f 1)
---
entry main [n] (xs: [n]i64) = let r = loop ys = xs for i < 2 do filter (>0) ys in let g zs = map2 (+) r zs in g r
---
entry main [n] (xs: [n]i64) = let (a, b) = loop (a, b) = (xs, xs) for i < 2 do (filter (>0) a, b) in map2 (+) b xs
---
entry main [n] (xs: [n]i64) = let r = if n > 2 then loop ys = xs for i < 2 do filter (>0) ys else xs in map2 (+) r r
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do if i > 0 then ys else filter (>0) ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do if i > 0 then ys else map (+1) ys
---
entry main [n] (xs: [n]i64) = loop (ys, zs) = (xs, xs) for i < 2 do if i > 0 then (ys, zs) else let q = filter (>0) ys in (q, q)
---
entry main [n] (xs: [n]i64) = loop (ys, zs) = (xs, xs) for i < 2 do if i > 0 then (ys, map2 (+) ys zs) else (ys, zs)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (ys, zs) = (q, q) for i < 2 do (ys, map2 (+) ys zs)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (ys, zs) = (q, q) for i < 2 do (zs, xs)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (ys, zs) = (q, xs) for i < 2 do (zs, xs)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (a, b, c) = (q, q, q) for i < 2 do let w = filter (>1) c in (w, w, w)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (a, b, c) = (q, q, q) for i < 2 do let w = filter (>1) (map2 (+) a (map2 (+) b c)) in (w, w, w)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop m = [q, q] for i < 2 do map (map (+1)) m
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop m = [q, q] for i < 2 do [map2 (+) m[0] m[1]]
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop m = [q, q] for i < 2 do [filter (>1) m[0]]
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop m = [q, q] for i < 2 do transpose m
---
entry main [n] (xs: [n][n]i64) = let q = filter (\r -> r[0] > 0) xs in loop m = q for i < 2 do transpose m
---
entry main [n] (xs: [n][n]i64) = let q = filter (\r -> r[0] > 0) xs in loop m = xs for i < 2 do transpose q
---
entry main [n] (xs: [n][n]i64) = loop m = xs for i < 2 do transpose m
---
entry main [n][m] (xs: [n][m]i64) = loop m = xs for i < 2 do transpose m
---
entry main [n] (xs: [n]i64) = loop (k, ys) = (0, xs) while k < 2 do (k + 1, filter (> k) ys)
---
entry main [n] (xs: [n]i64) = let q = filter (>0) xs in loop (k, ys) = (0, q) while i64.sum (map2 (+) q ys) < 10 do (k + 1, map2 (+) q ys)
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let zs = filter (>0) ys in loop ws = zs for j < 2 do map2 (+) ws zs
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do loop ws = ys for j < 2 do map2 (+) ws ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do ys[0:length ys - 1]
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do ys[1:]
---
entry main [n] (xs: [n]i64) = loop ys = copy xs for i < 2 do ys with [0] = i
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do let q = filter (>0) ys in scatter (copy ys) q q
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in loop ys = xs for i < 2 do map2 (+) (z :> [n]i64) ys
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in loop ys = xs for i < 2 do let [k] (ws: [k]i64) = ys in map2 (+) (z :> [k]i64) ws
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in foldl (map2 (+)) z [z]
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in reduce (map2 (+)) z [z]
---
entry main [n] (xs: [n]i64) = iterate 3 (\ys -> map2 (+) ys xs) xs
---
def f [n] (xs: [n]i64) : []i64 = let z = filter (>0) xs in loop ys = z for i < 2 do map2 (+) z ys
entry main [n] (xs: [n]i64) = f xs
---
def f [n] (xs: [n]i64) : ?[k].[k]i64 = let z = filter (>0) xs in loop ys = z for i < 2 do map2 (+) z ys
entry main [n] (xs: [n]i64) = f xs
---
entry main [n] (xs: [n]i64) = loop (k, ys) = (1i64, replicate 1 0) for i < 3 do (k * 2, replicate (k * 2) i)
---
entry main [n] (xs: [n]i64) = loop (ys, zs) = (xs, xs) for i < 3 do (map (+1) zs, map2 (+) ys zs)
---
entry main [n] (xs: [n]i64) = loop (ys, f) = (xs, 1) for i < 3 do (map (+f) ys, length ys)
---
entry main [n] (xs: [n]i64) = let z = filter (>0) xs in let k = length z in loop ys = iota k for i < 2 do map2 (+) (iota k) ys
---
entry main [n] (xs: [n]i64) = loop ys = xs for i < 2 do iota (i + 1)
---
-- An index goes through an array whose elements' type is not known yet.
entry main [n] [m] (xss: [n][m]i64) =
  map (\p -> let x = [p, p] let x[0:2:2, 3:3] = copy x[0:2:2, 3:3] let x[1, 0] = 7 in x[1, 0]) xss
---
-- A loop in a lambda changes the size of what it starts from, whose type is not known yet.
entry main [n] [m] (xss: [n][m]i64) =
  map (\r -> length (loop a = r for i < 2 do filter (> i) a)) xss
---
-- Of a tuple, too.
entry main [n] [m] (xss: [n][m]i64) =
  map (\r -> let (a, _) = loop (a, b) = (r, r) for i < 2 do (filter (> i) a, filter (> 1) b) in length a) xss
---
-- One branch has the size of a parameter whose type is not known yet.
entry main [n] [m] (xss: [n][m]i64) =
  map (\r -> length (if n > 2 then r else filter (> 0) r)) xss
---
-- A loop keeps a type that nothing says.
def f x = loop y = x for i < 4 do if i == 3 then x else y
entry main (n: i64) = f n + i64.bool (f true)
---
def f [n] (xs: [n]i64) : i64 =
  let [k] (ys: [k]i64) = loop zs = xs for i < 2 do
    let [l] (as: [l]i64) = zs
    let s = loop (p: #left i64 | #a ([l]i32)) = #left n for _j < 3 do match p case #left q -> #left (q + 1) case #a _ -> #left 0
    in filter (\x -> match s case #left q -> x < q case #a _ -> true) as
  in length ys
---
def f [n] (xs: [n]i64) : i64 =
  let s = loop p = #none : #some ([n]i64) | #none for i < 3 do match p case #none -> #some xs case #some ys -> #some (map (+ 1) ys)
  in match s case #some ys -> ys[0] case #none -> 0
---
def f (n: i64, m: i64) : []i64 = iota m
def main = f (1, 2)
---
def ap (f: (i64, i64) -> []i64) = f (3, 4)
def f (n: i64, m: i64) : ([]i64, i64) = (iota (n + m), n)
def main = (ap (\(n, m) : []i64 -> iota m), ap (\(n, m) -> filter (> n) (iota m)), ap (\x -> (f x).0))
---
def ap (f: i64 -> []i64) = f 3
def g = \(n: i64) -> iota n
def main = (ap g, ap (\n : []i64 -> iota n))
---
def ap (f: (i64, i64) -> []i64) = f (3, 4)
def g = \(n: i64, m: i64) -> iota m
def main = (ap g, (1, 2i32) |> \(n, m) -> filter (> 3) (iota n), (\(n, m) -> iota n) (3, 4i32))
---
-- The size of a loop's value that nothing has said yet becomes the one that the body leaves.
def f [n][m] (xss: [n][m]i64) (l: i64) =
  (map (\xs -> loop xs for _k < m do map (\i -> xs[i]) (iota m)) xss,
   map (\xs -> loop (i, xs) = (0, xs) while i < 3 do (i + 1, replicate l (i64.sum xs))) (xss :> [n][l]i64) |> map (.1))
---
def f (m: i64) xs = loop xs for _k < m do map (\i -> xs[i]) (iota m)
def g [n] (xs: [n]i64) : [n]i64 = f n xs
---
-- The size of what is mapped over is found after that of a branch's value.
def f [m] [n] (c: bool) (vs: [m]i64) (ms: [n][m]i64) =
  map (\p ->
    let s = loop (q: #some ([m]i64) i64) = (if c then #some (map (+ 1) p) 1 else #some vs 1) for _i < 3 do q
    in match s case #some ys k -> ys) ms
---
-- A type that a branch gives its shape has the sizes of that branch.
def pick c xs (ys: []i32) = if c then xs else ys
def f [n] (c: bool) (a: [n]i32) (b: [n]i32) : [n]i32 = pick c a b
