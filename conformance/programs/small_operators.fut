-- Reductions and scans whose operators take and return small arrays: transition tables, matrices, sets, lists of the
-- greatest, and threads whose loops carry such arrays.
--
-- Expected results: by loops in Python.

-- Functions on four states as tables of their values; the operator composes them. A value that is no state makes it fail
-- where the order of docs/semantics.md meets it, not where only another order would.
def tables (k: i64) (xs: []i64) = map (\x -> [x, (x + 1) % k, 2, (3 * x) % k]) xs
def compose [k] (f: [k]i64) (g: [k]i64) : [k]i64 = map (\s -> g[s]) f

-- ==
-- entry: tables_scan
-- input { [1i64, 3, 0, 2, 2] } output { [1i64, 0, 0, 2, 2] [3i64, 1, 1, 3, 2] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }
-- input { [1i64, 4, 1] } output { [1i64, 1i64, 2i64] [3i64, 0i64, 1i64] }
-- input { [4i64, 1] } error: Index \[4\] out of bounds
entry tables_scan [n] (xs: [n]i64) : ([n]i64, [n]i64) =
  let ts = scan compose [0, 1, 2, 3] (tables 4 xs)
  in (map (\t -> t[0]) ts, map (\t -> t[3]) ts)

-- ==
-- entry: tables_rows
-- input { [[1i64, 3, 0], [2, 2, 2]] } output { [[0i64, 2, 2, 1], [2, 2, 2, 2]] }
entry tables_rows [m] [n] (xss: [m][n]i64) : [m][4]i64 = map (\xs -> reduce compose [0, 1, 2, 3] (tables 4 xs)) xss

-- Fibonacci numbers by powers of a matrix: modulo 2^32, the n-th of them.
def mul (a: [2][2]u32) (b: [2][2]u32) : [2][2]u32 = map (\r -> map (\c -> u32.sum (map2 (*) r c)) (transpose b)) a
-- ==
-- entry: fibonacci
-- input { 1i64 } output { 1u32 1u32 }
-- input { 40i64 } output { 102334155u32 267914295u32 }
-- input { 3000i64 } output { 993652896u32 1621722992u32 }
entry fibonacci (n: i64) : (u32, u32) =
  let ms = replicate n [[1u32, 1], [1, 0]]
  let unit = tabulate_2d 2 2 (\i j -> u32.bool (i == j))
  let ps = scan mul unit ms
  in ((reduce mul unit ms)[0, 1], u32.sum (map (\p -> p[0, 1]) ps))

-- The four greatest of n numbers: merging two descending lists reads them at indices that it finds.
def merge (a: [4]i32) (b: [4]i32) : [4]i32 =
  (loop (i, j, r) = (0i64, 0i64, replicate 4 0i32) for k < 4 do
     if a[i] >= b[j] then (i + 1, j, r with [k] = a[i]) else (i, j + 1, r with [k] = b[j])).2
-- ==
-- entry: greatest
-- input { 3000i64 } output { [10006i32, 10005, 9997, 9996] }
-- input { 2i64 } output { [7919i32, 0, -1, -1] }
entry greatest (n: i64) : [4]i32 =
  reduce merge (replicate 4 (-1)) (map (\i -> [i32.i64 (i * 7919 % 10007), -1, -1, -1]) (iota n))

-- The bits that the numbers so far have set, of 96.
-- ==
-- entry: sets
-- input { 5000i64 } output { [2170881u32, 537994272, 607125537] 79867i64 }
-- input { 3i64 } output { [1u32, 1024, 67108864] 6i64 }
entry sets (n: i64) : ([3]u32, i64) =
  let single k = map (\w -> if w == k / 32 then 1u32 << u32.i64 (k % 32) else 0) (iota 3)
  let union = map2 (|)
  let ss = map (\i -> single ((i * i * 37 + (if i == 1 then 5 else 0) + (if i == 2 then 38 else 0)) % 96)) (iota n)
  let all = scan union [0, 0, 0] ss
  in (reduce union [0, 0, 0] ss, i64.sum (map (\s -> i64.i32 (i32.sum (map u32.popc s))) all))

-- Each thread's generator has a state of three numbers, of which an iteration makes the next.
-- ==
-- entry: generators
-- input { 3i64 0i32 } output { [0u32, 1, 2] }
-- input { 3i64 40i32 } output { [489279527u32, 116495226, 61862349] }
-- input { 3i64 4i32 } output { [73u32, 82, 91] }
entry generators (n: i64) (steps: i32) : [n]u32 =
  tabulate n (\i ->
                let s =
                  loop s = [u32.i64 i, 7, 9] for k < steps do
                    let t = s[0] ^ (s[0] << 3)
                    in [s[1], s[2], t + s[2] + u32.i32 k]
                in s[0])
