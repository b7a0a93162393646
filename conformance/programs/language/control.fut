-- Conditionals, loops, patterns.
-- ==
-- entry: branch
-- input { 1i32 [1i32, 2i32, 3i32] } output { [1i32, 2i32, 3i32, 0i32] 1i32 }
-- input { -1i32 [1i32, 2i32, 3i32] } output { [3i32] 2i32 }
entry branch (x: i32) (xs: []i32) =
  if x > 0 then (xs ++ [0], 1i32) else (xs[2:], 2)

-- ==
-- entry: counted
-- input { 10i32 } output { 45i32 89i32 }
entry counted (n: i32) =
  let sum = loop s = 0 for i < n do s + i
  let (_, fib) = loop (a, b) = (1, 1) for _i < n - 1 do (b, a + b)
  in (sum, fib)

-- ==
-- entry: each
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] } output { 321i32 32i32 }
entry each [n] (xs: [n]i32) (ys: [n]i32) =
  let (digits, _) = loop (d, k) = (0, 1) for x in xs do (d + k * x, k * 10)
  let dot = loop d = 0 for (x, y) in zip xs ys do d + x * y
  in (digits, dot)

-- ==
-- entry: gcd
-- input { 12i32 18i32 } output { 6i32 }
entry gcd (a: i32) (b: i32) =
  let (a, _) = loop (a, b) while b != 0 do (b, a % b)
  in a

-- ==
-- entry: growing
-- input { 4i32 } output { [0i32, 1i32, 2i32, 3i32] }
entry growing (n: i32) =
  loop xs = [] for i < n do xs ++ [i]

-- ==
-- entry: halving
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] } output { [1i32] }
entry halving (xs: []i32) = loop xs while length xs > 1 do xs[:length xs / 2]

-- ==
-- entry: inplace
-- input { 5i64 } output { [1i32, 1i32, 2i32, 6i32, 24i32] }
entry inplace (n: i64) =
  loop xs = replicate n 1i32 for i < n - 1 do
    xs with [i + 1] = xs[i] * i32.i64 (i + 1)

-- ==
-- entry: swapped
-- input { [1i32, 2i32] [3i32, 4i32] 3i32 } output { [3i32, 4i32] [1i32, 2i32] }
entry swapped [n] (xs: [n]i32) (ys: [n]i32) (k: i32) =
  loop (a, b) = (xs, ys) for _i < k do (b, a)

-- ==
-- entry: patterns
-- input { 1i32 2i32 } output { 5i32 3i32 1i32 }
entry patterns (x: i32) (y: i32) =
  let ((a, b), {c, d = e}) = ((x, y), {c = x, d = y})
  let (_, f) = (a, c)
  let r = {x = a, y = {z = b}}
  let r = r with y.z = 4
  in (a + r.y.z, b + c, e - f)

-- ==
-- entry: shadowed
-- input { 3i32 } output { 10i32 }
entry shadowed (x: i32) =
  let x = x + 1
  let x = x * 2
  let y = x
  let x = y + 2 in x

-- ==
-- entry: asserted
-- input { 5i32 } output { 5i32 }
-- input { 3i32 } error: Error: Assertion is false: \(x > 3\)
entry asserted (x: i32) = assert (x > 3) x

-- A loop's bound, or the array that it goes over, does not see its pattern.
-- ==
-- entry: bound_outside
-- input { [1, 2, 3] } output { [1, 3, 5] 12 }
entry bound_outside (xs: *[]i32) =
  let n = i32.i64 (length xs)
  let xs = loop xs for i < length xs do xs with [i] = xs[i] + i32.i64 i
  let n = loop n for n < n do n + 1 + i32.bool (n > 100)
  let n = loop n for x in [n, n, n + 0] do x + n
  in (xs, n)
