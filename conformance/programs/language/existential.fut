-- Sizes that are known when the program runs: returned, through higher-order
-- functions, branches, loops and records; and sizes that are expressions. Expected results: Futhark 0.25.32.

def pipeline_higher_order (f: (n: i64) -> [n]i64) (n: i64) : [n]i64 = f n
-- ==
-- entry: higher_order
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [3i64, 3i64, 3i64] [0i64, 2i64, 4i64, 6i64] }
entry higher_order (n: i64) = (pipeline_higher_order iota n, pipeline_higher_order (\m -> replicate m m) n, pipeline_higher_order (\k -> map (* 2) (iota k)) (n + 1))

-- ==
-- entry: local_functions
-- input { [1,2,3] [4] }
-- output { 3i64 4i64 4i64 [1, 3, 5] [[4], [8], [12]] }
entry local_functions [n] (xs: [n]i32) (ys: []i32) =
  let len [k] 't (_: [k]t) = k
  let same [k] 't (f: t -> i64 -> t) (a: [k]t) (b: [k]i64) : [k]t = map2 f a b
  let pairs [k] [l] (a: [k]i32) (b: [l]i32) : [k][l]i32 = map (\x -> map (x *) b) a
  in (len xs, len (xs ++ ys), len "text", same (\x y -> x + i32.i64 y) xs (iota n), pairs xs ys)

def mk_returned (n: i64) : ?[m].[m]i64 = let k = n * n in iota k
def two_returned (n: i64) : ?[a][b].([a]i64, [b]i64) = (iota (n + 1), filter (> 1) (iota n))
-- ==
-- entry: returned
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] [0i64, 1i64, 2i64, 3i64] [2i64] }
entry returned (n: i64) = let (a, b) = two_returned n in (mk_returned n, a, b)

def f_branches (b: bool) (xs: []i32) : []i32 = if b then filter (> 1) xs else xs ++ xs
-- ==
-- entry: branches
-- input { true [1,2,3] }
-- output { [0, 3] }
-- input { false [1,2,3] }
-- output { [0, 2, 6, 3, 8, 15] }
entry branches (b: bool) (xs: []i32) = let ys = f_branches b xs in zip ys (indices ys) |> map (\(y, i) -> y * i32.i64 i)

type~ sparse_records = ?[n].{is: [n]i64, vs: [n]f32}
def mk_records (xs: []f32) : sparse_records = let (is, vs) = unzip (filter (\p -> p.1 != 0) (zip (indices xs) xs)) in {is, vs}
def dot_records (a: sparse_records) (ys: []f32) = f32.sum (map2 (\i v -> v * ys[i]) a.is a.vs)
-- ==
-- entry: records
-- input { [1f32,0f32,2f32] [1f32,2f32,3f32] }
-- output { 7f32 }
entry records (xs: []f32) (ys: []f32) = dot_records (mk_records xs) ys

def f_halves [n] (xs: [n]i32) : ([n / 2]i32, [n - n / 2]i32) = (xs[:n / 2], xs[n / 2:])
-- ==
-- entry: halves
-- input { [1,2,3] }
-- output { [1, 2, 3] 1i64 }
entry halves [n] (xs: [n]i32) = let (a, b) = f_halves xs in (a ++ b :> [n]i32, length a)

def chunks_chunks [n] (k: i64) (xs: [k * n]i32) : [k][n]i32 = unflatten xs
-- ==
-- entry: chunks
-- input { 2i64 [1,2,3,4] }
-- output { [[1, 2], [3, 4]] }
-- input { 2i64 [1,2,3] }
-- error: cannot match
-- input { 0i64 [1,2,3] }
-- error: division by zero
entry chunks (k: i64) (xs: []i32) = let m = length xs / k in chunks_chunks k (xs :> [k * m]i32)

def f_functions (n: i64) (m: i64) : [n][m]i64 = map (\i -> map (\j -> i * j) (iota m)) (iota n)
def g_functions [n] [m] (a: [n][m]i64) : [m][n]i64 = transpose a
-- ==
-- entry: functions
-- input { 3i64 }
-- output { [0i64, 3i64, 6i64, 9i64] }
entry functions (n: i64) = g_functions (f_functions n (n + 1)) |> map i64.sum

type matrix_matrices [n] [m] = [n][m]f32
def id_mat_matrices (n: i64) : matrix_matrices [n] [n] = tabulate_2d n n (\i j -> f32.bool (i == j))
def mmul_matrices [n] [m] [p] (a: matrix_matrices [n] [m]) (b: matrix_matrices [m] [p]) : matrix_matrices [n] [p] = map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
-- ==
-- entry: matrices
-- input { [[1f32,1f32],[1f32,0f32]] 5 }
-- output { [[8f32, 5f32], [5f32, 3f32]] }
entry matrices [n] (a: matrix_matrices [n] [n]) (k: i32) = loop r = id_mat_matrices n for _i < k do mmul_matrices r a

-- ==
-- entry: bound
-- input { [[1,2,3]] [[1],[2],[3]] }
-- output { [[14]] }
-- input { [[1,2,3]] [[1],[2]] }
-- error: cannot match
entry bound (a: [][]i32) (b: [][]i32) =
  let [n][m] (a: [n][m]i32) = a
  let b = b :> [m][n]i32
  in map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a

def windows_windows [n] 'a (k: i64) (xs: [n]a) : [n - k + 1][k]a = tabulate (n - k + 1) (\i -> xs[i:i + k] :> [k]a)
-- ==
-- entry: windows
-- input { 2i64 [1,2,3,4] }
-- output { [3, 5, 7] }
-- input { 5i64 [1,2,3,4] }
-- output { empty([0]i32) }
-- input { 6i64 [1,2,3,4] }
-- error: is invalid
entry windows (k: i64) (xs: []i32) = windows_windows k xs |> map i32.sum

def f_fields (n: i64) : {a: [n]i64, b: [n + 1]i64} = {a = iota n, b = iota (n + 1)}
-- ==
-- entry: fields
-- input { 3i64 }
-- output { [0i64, 2i64, 4i64, 6i64] [0i64, 1i64, 2i64] }
entry fields (n: i64) =
  let {a, b} = f_fields n
  let {a = c, b = _} = f_fields (n + 1) in (map2 (+) b c, a)

-- ==
-- entry: chosen
-- input { 3i64 true }
-- output { [0i64, 2i64, 6i64] }
-- input { 3i64 false }
-- output { [0i64, 2i64, 6i64, 12i64, 20i64, 30i64] }
entry chosen (n: i64) (c: bool) =
  let xs = if c then iota n else iota (n * 2)
  let ys = map (+ 1) xs in map2 (*) xs ys

-- ==
-- entry: rows
-- input { [[1,2],[3,4],[5,6]] }
-- output { [[1, 3, 5], [2, 4, 6]] }
entry rows [n] (xs: [n][2]i32) : [2][n]i32 = let (a, b) = unzip (map (\r -> (r[0], r[1])) xs) in [a, b]

def f_sums [n] (x: [n]i32) (m: i64) (y: [m]i32) : [n + m]i32 = x ++ y
-- ==
-- entry: sums
-- input { [1] [2,3] }
-- output { [1, 2, 3] }
entry sums [n] [m] (x: [n]i32) (y: [m]i32) : [n + m]i32 = f_sums x m y
-- ==
-- entry: sums_bad
-- input { [1] [2,3] 2i64 }
-- output { [1, 2, 3] }
-- input { [1] [2,3] 3i64 }
-- error: cannot match
entry sums_bad (x: []i32) (y: []i32) (k: i64) = f_sums x k (y :> [k]i32)

def strided_strides [n] (xs: [n]i32) = xs[::2]
-- ==
-- entry: strides
-- input { [1,2,3,4,5] }
-- output { [1, 3, 5] 3i64 [1, 5] }
entry strides (xs: []i32) = (strided_strides xs, strided_strides xs |> length, strided_strides (strided_strides xs))

-- ==
-- entry: lambdas
-- input { 2i64 }
-- output { [0i64, 1i64, 2i64] 4i64 }
entry lambdas (n: i64) = let f = \(m: i64) -> iota (m + n) in (f 1, length (f 2))

-- ==
-- entry: inner
-- input { [1i64,2i64,3i64] }
-- output { [1i64, 2i64, 3i64] }
entry inner [n] (xs: [n]i64) = map (\x -> (replicate n x)[x % n]) xs

def mk_of_rows [n] (xs: [n]i32) : ?[m].[m][n]i32 = filter (\r -> r[0] > 1) (map (\x -> map (+ x) xs) xs)
-- ==
-- entry: of_rows
-- input { [1,2,3] }
-- output { [[2, 3, 4], [3, 4, 5], [4, 5, 6]] }
-- input { [-5] }
-- output { empty([0][1]i32) }
entry of_rows (xs: []i32) = mk_of_rows xs

def n_constants : i64 = 4
def xs_constants : [n_constants]i32 = replicate n_constants 1
-- ==
-- entry: constants
-- input { [1,2,3,4] }
-- output { [2, 3, 4, 5] }
-- input { [1,2,3] }
-- error: .
entry constants (ys: [n_constants]i32) = map2 (+) xs_constants ys

def both_parts 'a 'b [n] [m] (f: [n]a -> b) (xs: [n]a) (g: [m]a -> b) (ys: [m]a) = (f xs, g ys)
-- ==
-- entry: parts
-- input { [1,2,3,4] }
-- output { 7 2 }
entry parts (xs: []i32) = let (a, b) = partition (> 2) xs in both_parts i32.sum a i32.product b

-- ==
-- entry: parts_of_branches
-- input { true [1,2,3] }
-- output { [3] [1, 2] 1i64 }
-- input { false [1,2,3] }
-- output { [1] [2, 3] 1i64 }
entry parts_of_branches [n] (c: bool) (xs: [n]i32) = let (a, b) = if c then partition (> 2) xs else partition (< 2) xs in (a, b, length a)

type~ parts_parts_in_records [n] = ?[k].{a: [k]i32, b: [n - k]i32}
def f_parts_in_records [n] (xs: [n]i32) : parts_parts_in_records [n] = let (a, b) = partition (> 2) xs in {a, b}
-- ==
-- entry: parts_in_records
-- input { [1,2,3] }
-- output { [3] [1, 2] }
entry parts_in_records (xs: []i32) = let r = f_parts_in_records xs in (r.a, r.b)

def g_parts_joined [n] [k] (n': i64) (a: [k]i32) (b: [n - k]i32) (c: [n]i32) : [n]i32 = map2 (+) c (a ++ b :> [n]i32)
-- ==
-- entry: parts_joined
-- input { [1,2,3] }
-- output { [4, 3, 5] }
entry parts_joined [n] (xs: [n]i32) = let (a, b) = partition (> 2) xs in g_parts_joined n a b xs

-- ==
-- entry: parts_in_loops
-- input { [1,3,2,5,4] }
-- output { 135 }
entry parts_in_loops (xs: []i32) =
  let (_, s) =
    loop (ys, s) = (xs, 0i32) while length ys > 0 do
      let p = ys[0]
      let (_, rest) = partition (<= p) ys in (rest, s * 10 + p)
  in s

-- ==
-- entry: parts_within
-- input { [[1,2,3],[4,1,5]] }
-- output { [35, 92] }
entry parts_within [n] [m] (a: [n][m]i32) = map (\r -> let (x, y) = partition (> 2) r in i32.sum x * 10 + i32.sum (map (+ 1) y)) a

def f_expressions (n: i64) : ?[m].([m]i64, [m + 1]i64, [2 * m]i64) = let k = n * 2 + 1 in (iota k, iota (k + 1), iota (2 * k))
-- ==
-- entry: expressions
-- input { 1i64 }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64, 3i64] [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] [0i64, 2i64, 4i64, 10i64] }
entry expressions (n: i64) = let (a, b, c) = f_expressions n in (a, b, c, map2 (+) (a ++ [7]) b)

def f_products [n] (xs: [n]i32) : ?[m].([m]i32, [n * m]i32) = let ys = filter (> 1) xs in (ys, flatten (map (\x -> map (* x) ys) xs))
-- ==
-- entry: products
-- input { [1,2,3] }
-- output { [2, 3] [2, 3, 4, 6, 6, 9] 6i64 }
entry products [n] (xs: [n]i32) = let (a, b) = f_products xs in (a, b, length b)

def f_nested [n] (xs: [n]i32) : ?[m].[m][n]i32 = let ys = filter (> 1) xs in map (\y -> map (* y) xs) ys
def g_nested [n] (xs: [n]i32) : ?[m].[n][m]i32 = transpose (f_nested xs)
-- ==
-- entry: nested
-- input { [1,2,3] }
-- output { [[2, 4, 6], [3, 6, 9]] [[2, 3], [4, 6], [6, 9]] [5, 10, 15] }
entry nested (xs: []i32) = (f_nested xs, g_nested xs, map i32.sum (g_nested xs))

-- A parameter's [] is not what another branch returns.
-- ==
-- entry: other_branch
-- input { true [1, 2, 3] } output { [1, 2, 3] [1, 2, 3] 3i64 }
-- input { false [1, 2, 3] } output { empty([0]i32) [7] 1i64 }
entry other_branch (b: bool) (xs: []i32) : ([]i32, []i32, i64) =
  let first = if b then xs else []
  let pick c (ys: []i32) (zs: []i32) = if c then ys else zs
  let second = match b case true -> xs case false -> [7]
  in (first, pick b xs second, length second)
