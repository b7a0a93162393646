-- The longest Collatz sequence below n: loops of very different lengths in the threads, and
-- an arg-max.
--
-- Expected results: by Futhark's interpreter.
-- ==
-- entry: main
-- input { 30i64 }
-- output { [111i64, 27i64] }
-- input { 1i64 }
-- output { [0i64, 1i64] }
-- notest input { 1000i64 }
-- notest input { 10000000i64 }
entry main (n: i64) : [2]i64 =
  let steps start =
    (loop (x, k) = (start, 0i64) while x != 1 do
       (if x % 2 == 0 then x / 2 else 3 * x + 1, k + 1)).1
  let counts = tabulate n (\i -> (steps (i + 1), i + 1))
  let (most, at) = reduce (\(a, i) (b, j) -> if b > a || (b == a && j < i) then (b, j) else (a, i)) (-1, n + 1) counts
  in [most, at]
