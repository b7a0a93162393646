-- Records and tuples, their patterns and updates; arrays of them. Expected results: Futhark 0.25.32.

type r_updates = {xs: [3]i32, p: {q: [2][2]f32, z: i32}}
-- ==
-- entry: updates
-- input { 7 }
-- output { [8, 9, 10] [[1f32, 2f32], [9f32, 4f32]] 7 }
entry updates (x: i32) =
  let r_updates: r_updates = {xs = [1, 2, 3], p = {q = [[1, 2], [3, 4]], z = 5}}
  let r_updates = r_updates with p.z = x
  let r_updates = r_updates with p.q = (copy r_updates.p.q with [1, 0] = 9)
  let r_updates = r_updates with xs = map (+ x) r_updates.xs
  in (r_updates.xs, r_updates.p.q, r_updates.p.z)

-- ==
-- entry: in_arrays
-- input { 3i64 }
-- output { [11i64, 10i64, 2i64] [4.5f64, 3.5f64, 2f64] [[1i64, 1i64], [7i64, 8i64], [2i64, 2i64]] }
entry in_arrays (n: i64) =
  let a = tabulate n (\i -> {x = i, y = (f64.i64 i, [i, i])})
  let a = a with [1] = {x = 10, y = (3.5, [7, 8])}
  let a[0] = {x = 11, y = (4.5, [1, 1])}
  in unzip3 (map (\{x, y = (f, g)} -> (x, f, g)) a)

type r_parts = {xs: [3]i32, t: (i32, [2]f32)}
-- ==
-- entry: parts
-- input { 2i64 }
-- output { 2 5f32 3 4 6f32 }
entry parts (n: i64) =
  let r_parts: r_parts = {xs = [1, 2, 3], t = (4, [5, 6])}
  let rs = replicate n r_parts
  in (r_parts.xs[1], r_parts.t.1[0], rs[0].xs[2], rs[0].t.0, (rs[0]).t.1[1])

-- ==
-- entry: chains
-- input { [1,2,3] }
-- output { [3, 1, 9] }
entry chains (xs: *[]i32) = let ys = copy xs in ys with [0] = xs[1] + 1 with [1:3] = [xs[0], 9]

-- ==
-- entry: in_place
-- input { [1,2] [3f32,4f32] [[1,2],[3,4]] }
-- output { [5, 2] [3f32, 4f32] [[3, 2], [4, 3]] }
entry in_place [n] (is: *[n]i32) (fs: *[n]f32) (a: *[2][2]i32) =
  let xs = zip is fs
  let xs[0] = (5, xs[0].1)
  let a[0, 0] = 3
  let a[1] = map (+ 1) a[0]
  let (p, q) = unzip xs
  in (p, q, a)

type big_numbered = {a1: i32, a2: i32, a10: i32, b: {c: i32}}
-- ==
-- entry: numbered
-- input { 1 }
-- output { 3 2 1 7 }
entry numbered (x: i32) = let r: big_numbered = {a10 = x, a2 = x + 1, b = {c = 7}, a1 = x + 2} in (r.a1, r.a2, r.a10, r.b.c)

-- ==
-- entry: twelve
-- input { 1 }
-- output { 11 3 12 3 }
entry twelve (x: i32) = let t = (x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9, x + 10, x + 11) in (t.10, t.2, t.11, (t with 10 = 3).10)

type s_reduced = {lo: i32, hi: i32, n: i64}
-- ==
-- entry: reduced
-- input { [3,1,2] }
-- output { 1 3 3i64 }
-- input { empty([0]i32) }
-- output { 2147483647 -2147483648 0i64 }
entry reduced (xs: []i32) =
  let r = reduce (\(a: s_reduced) (b: s_reduced) -> {lo = i32.min a.lo b.lo, hi = i32.max a.hi b.hi, n = a.n + b.n}) {lo = i32.highest, hi = i32.lowest, n = 0} (map (\x -> {lo = x, hi = x, n = 1}) xs)
  in (r.lo, r.hi, r.n)

def f_patterns (x, y) : i32 = x + y
def g_patterns ((x, y): (i32, i32)) ({a, b = c}: {a: i32, b: i32}) = x * y + a * c
def h_patterns {a = p: i32, b = (q, r): (i32, bool)} = if r then p else q
-- ==
-- entry: patterns
-- input { 1 }
-- output { 2 5 7 }
-- input { 3 }
-- output { 4 15 3 }
entry patterns (x: i32) = (f_patterns (x, 1), g_patterns (x, 2) {a = 3, b = x}, h_patterns {a = x, b = (7, x > 2)})

type vec_vectors = {x: f64, y: f64, z: f64}
def vec_vectors (x, y, z) : vec_vectors = {x, y, z}
def (^+^) (a: vec_vectors) (b: vec_vectors) = vec_vectors (a.x + b.x, a.y + b.y, a.z + b.z)
def (*^) (k: f64) (a: vec_vectors) = {x = k * a.x, y = k * a.y, z = k * a.z}
def dot_vectors (a: vec_vectors) (b: vec_vectors) = a.x * b.x + a.y * b.y + a.z * b.z
def norm_vectors v = f64.sqrt (v `dot_vectors` v)
-- ==
-- entry: vectors
-- input { 4i64 }
-- output { 1.5f64 3.5f64 1f64 [1f64, 1.7320508075688772f64, 4.58257569495584f64, 9.539392014169456f64] [0f64, 1f64, 2f64, 3f64] }
entry vectors (n: i64) =
  let ps = map (\i -> let t = f64.i64 i in vec_vectors (t, t * t, 1)) (iota n)
  let c = reduce (^+^) (vec_vectors (0, 0, 0)) ps
  let {x, y, z} = 1 / f64.i64 n *^ c
  in (x, y, z, map norm_vectors ps, map (.x) ps)

type^ ops_of_functions 'a = {add: a -> a -> a, zero: a, scale: i32 -> a -> a}
def i_ops_of_functions : ops_of_functions i32 = {add = (+), zero = 0, scale = (*)}
def f_ops_of_functions : ops_of_functions f32 = {add = (+), zero = 0, scale = \k x -> f32.i32 k * x}
def sum_of_functions 'a [n] (o: ops_of_functions a) (xs: [n]a) = o.scale 2 (reduce o.add o.zero xs)
-- ==
-- entry: of_functions
-- input { [1,2,3] [1.5f32,2f32] }
-- output { 12 7f32 }
entry of_functions (xs: []i32) (ys: []f32) = (sum_of_functions i_ops_of_functions xs, sum_of_functions f_ops_of_functions ys)

-- ==
-- entry: wide
-- input { 1 }
-- output { 11 10 9 8 7 6 5 4 3 2 1 1 11 }
entry wide (a: i32) = let (b, c, d, e, f, g, h, i, j, k, l) = (a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7, a + 8, a + 9, a + 10) in (l, k, j, i, h, g, f, e, d, c, b, (a, b).1, {x = a, y = l}.y)
