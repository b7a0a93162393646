-- Loops: their forms, patterns, omitted initial values, sizes that change. Expected results: Futhark 0.25.32.

-- ==
-- entry: growing
-- input { 3i64 }
-- output { [1, 1, 1, 1, 1, 1, 1, 1] 3i64 [0i64, 1i64, 2i64, 3i64] }
-- input { 0i64 }
-- output { [1] 0i64 empty([0]i64) }
entry growing (n: i64) =
  let xs = loop xs = [1i32] for _i < n do xs ++ xs
  let (k, ys) = loop (k, ys) = (0i64, iota 0) while k < n do (k + 1, iota (k + 2))
  in (xs, k, ys)

-- ==
-- entry: appending
-- input { 5i64 }
-- output { 3i64 [0, 2, 4] }
entry appending (n: i64) =
  let [m] (xs: [m]i32) = loop (xs: []i32) = [] for i in iota n do (if i % 2 == 0 then xs ++ [i32.i64 i] else xs)
  in (m, xs)

-- ==
-- entry: omitted
-- input { 3 1 2 }
-- output { 4 100 2 12 }
entry omitted (n: i32) (x: i32) (y: i32) =
  let r = loop x for i < n do x + i
  let s = loop (x, y) while x < 100 do (x + y + 1, y)
  let q = loop x = y for z in [1, 2, 3] do x * z
  in (r, s.0, s.1, q)

-- ==
-- entry: triangles
-- input { [[2f64,1f64,1f64],[4f64,3f64,3f64],[8f64,7f64,9f64]] }
-- output { [[2f64, 1f64, 1f64], [2f64, 1f64, 1f64], [4f64, 3f64, 2f64]] }
entry triangles [n] (a: *[n][n]f64) =
  loop a for k < n do
    loop a for i in (k + 1)..<n do
      let f = a[i, k] / a[k, k]
      let a[i, k] = f
      in loop a for j in (k + 1)..<n do a with [i, j] = a[i, j] - f * a[k, j]

-- ==
-- entry: backwards
-- input { 4i64 }
-- output { 4321i64 3210i64 [99u8, 98u8, 97u8] }
entry backwards (n: i64) = (loop s = 0 for i in n..n - 1...1 do s * 10 + i, loop s = 0 for i in reverse (iota n) do s * 10 + i, loop s = [] for c in "abc" do [c] ++ s)

-- ==
-- entry: conditions
-- input { 100 }
-- output { 5 10 }
entry conditions (n: i32) =
  let (i, s, _) = loop (i, s, go) = (0, 0, true) while go && i < n do let s = s + i in (i + 1, s, s < 10)
  in (i, s)

-- ==
-- entry: records
-- input { 3i64 }
-- output { [0i64, 8i64, 16i64] 3i64 }
entry records (n: i64) =
  let r = loop r = {xs = iota n, k = 0i64} while r.k < 3 do r with k = r.k + 1 with xs = map (* 2) r.xs
  in (r.xs, r.k)

-- ==
-- entry: tridiagonal
-- input { [0f64,1f64,1f64] [4f64,4f64,4f64] [1f64,1f64,0f64] [5f64,6f64,5f64] }
-- output { [1f64, 1f64, 1f64] }
entry tridiagonal [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (c', d') = (replicate n 0, replicate n 0)
  let c'[0] = c[0] / b[0]
  let d'[0] = d[0] / b[0]
  let (c', d') =
    loop (c', d') for i in 1..<n do
      let m = b[i] - a[i] * c'[i - 1]
      in (c' with [i] = c[i] / m, d' with [i] = (d[i] - a[i] * d'[i - 1]) / m)
  let x = replicate n 0
  let x[n - 1] = d'[n - 1]
  in loop x for j < n - 1 do let i = n - 2 - j in x with [i] = d'[i] - c'[i] * x[i + 1]

-- ==
-- entry: bubble_sort
-- input { [5,3,1,4] }
-- output { [1, 3, 4, 5] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
entry bubble_sort [n] (xs: *[n]i32) = loop xs for i < n do loop xs for j < n - 1 - i do let (a, b) = (xs[j], xs[j + 1]) in if a > b then let xs[j] = b in xs with [j + 1] = a else xs

-- ==
-- entry: queens
-- input { 6 }
-- output { 4 }
-- input { 8 }
-- output { 92 }
entry queens (n: i32) : i32 =
  let all = (1 << n) - 1
  let (_, _, count) =
    loop (stack, sp, count) = (replicate 200 (0i32, 0i32, 0i32), 1i64, 0i32) while sp > 0 do
      let (cols, d1, d2) = stack[sp - 1]
      let sp = sp - 1
      in if cols == all
         then (stack, sp, count + 1)
         else
           let free = all & !(cols | d1 | d2)
           let (stack, sp, _) =
             loop (stack, sp, free) while free != 0 do
               let bit = free & -free
               in (stack with [sp] = (cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1), sp + 1, free ^ bit)
           in (stack, sp, count)
  in count

-- ==
-- entry: insertion_sorts
-- input { [[3,1,2],[9,7,8]] }
-- output { [[1, 2, 3], [7, 8, 9]] }
entry insertion_sorts [n] [m] (a: [n][m]i32) =
  map (\r ->
         loop r = copy r for i in 1..<m do
           let x = r[i]
           let (r, j) = loop (r, j) = (r, i) while j > 0 && r[j - 1] > x do (copy r with [j] = r[j - 1], j - 1) in r with [j] = x) a
