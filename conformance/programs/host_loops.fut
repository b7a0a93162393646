-- Sequential code that accesses arrays, which a device runs itself: loops, nested loops,
-- their results, straight-line code, and errors in the middle of it.

-- | Bubble sort in place, and how many swaps it took.
-- ==
-- entry: bubble
-- input { [3, 1, 2, 5, 4] } output { [1, 2, 3, 4, 5] 3i64 }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }
entry bubble [n] (xs: *[n]i32) : ([n]i32, i64) =
  loop (xs, swaps) = (xs, 0i64) for i < n do
    loop (xs, swaps) for j < n - 1 - i do
      let (x, y) = (xs[j], xs[j + 1])
      in if x > y
         then
           let xs[j] = y
           let xs[j + 1] = x
           in (xs, swaps + 1)
         else (xs, swaps)

-- | The greatest common divisor, whether one is odd, and half the steps: a while loop
-- within a loop, and scalars of several types that come back.
-- ==
-- entry: divisors
-- input { [12i64, 18i64, 30i64, 7i64] } output { 1i64 true 4.5f32 }
-- input { [12i64, 18i64, 30i64, 42i64] } output { 6i64 false 4f32 }
entry divisors [n] (xs: [n]i64) : (i64, bool, f32) =
  loop (g, one, steps) = (0i64, false, 0f32) for i < n do
    let (a, _, k) =
      loop (a, b, k) = (g, xs[i], 0i64) while b != 0 do
        (b, a % b, k + 1)
    in (a, one || xs[i] % 2 == 1, steps + f32.i64 k / 2)

-- | A loop whose bounds are elements, between parallel operations, in a loop of the host.
-- ==
-- entry: walk
-- input { [2i64, 0i64, 3i64, 1i64] 3i64 } output { [7i64, 8i64, 11i64, 19i64] 14i64 }
entry walk [n] (next: [n]i64) (rounds: i64) : ([n]i64, i64) =
  loop (cells, total) = (replicate n 0i64, 0) for r < rounds do
    let cells = map (\c -> c * 2 + 1) cells
    let (at, total) =
      loop (at, total) = (r % n, total) for _k < next[0] do
        (next[at], total + at)
    let total = total + at
    let cells[at] = cells[at] + at
    in (cells, total)

-- | Straight-line code: the determinant of a matrix of 3 × 3.
-- ==
-- entry: determinant
-- input { [[2f64, 0f64, 1f64], [1f64, 3f64, 2f64], [1f64, 1f64, 1f64]] } output { 0f64 }
-- input { [[2f64, 1f64, 1f64], [1f64, 3f64, 2f64], [1f64, 0f64, 0f64]] } output { -1f64 }
entry determinant (m: [3][3]f64) : f64 =
  m[0, 0] * (m[1, 1] * m[2, 2] - m[1, 2] * m[2, 1])
  - m[0, 1] * (m[1, 0] * m[2, 2] - m[1, 2] * m[2, 0])
  + m[0, 2] * (m[1, 0] * m[2, 1] - m[1, 1] * m[2, 0])

-- | An index out of bounds after some good steps.
-- ==
-- entry: chase
-- input { [1i64, 2i64, 0i64] 5i64 } output { 2i64 }
-- input { [1i64, 2i64, 7i64] 5i64 } error: Index \[7\] out of bounds
-- input { [1i64, 2i64, 7i64] 2i64 } output { 2i64 }
entry chase [n] (next: [n]i64) (steps: i64) : i64 =
  loop at = 0 for _i < steps do next[at]

-- | Small arrays made in the loop.
-- ==
-- entry: vectors
-- input { [1f32, 2f32, 3f32, 4f32] } output { [10f32, 20f32, 30f32] }
entry vectors [n] (xs: [n]f32) : [3]f32 =
  loop v = [0f32, 0f32, 0f32] for i < n do
    let d = copy [xs[i], xs[i] * 2, xs[i] * 3]
    let v = copy v
    in loop v for k < 3 do v with [k] = v[k] + d[k]

-- | Gaussian elimination: in each step the rows and their elements are independent, so a
-- work-group shares them.
-- ==
-- entry: eliminate
-- input { [[4f64, 2f64, 2f64], [2f64, 5f64, 3f64], [2f64, 3f64, 6f64]] }
-- output { [[4f64, 2f64, 2f64], [0.5f64, 4f64, 2f64], [0.5f64, 0.5f64, 4f64]] }
-- input { [[2f64]] } output { [[2f64]] }
entry eliminate [n] (a: *[n][n]f64) : [n][n]f64 =
  loop a for k < n do
    loop a for i in k + 1..<n do
      let a[i, k] = a[i, k] / a[k, k]
      in loop a for j in k + 1..<n do
           a with [i, j] = a[i, j] - a[i, k] * a[k, j]

-- | The same for an n × n matrix whose determinant is known.
-- ==
-- entry: large
-- input { 40i64 } output { 41f64 }
-- input { 7i64 } output { 8f64 }
entry large (n: i64) : f64 =
  let a = eliminate (tabulate_2d n n (\i j -> if i == j then 2 else if i64.abs (i - j) == 1 then -1 else 0))
  in f64.product (tabulate n (\i -> a[i, i]))
