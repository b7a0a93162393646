-- Euler's totient of each number up to n by counting those that Euclid's algorithm finds
-- coprime to it: maps of different lengths over loops of different counts.
--
-- Expected results: by the product formula over primes.
def gcd (a: i32) (b: i32) : i32 =
  (loop (a, b) while b != 0 do (b, a % b)).0

-- ==
-- entry: main
-- input { 30i64 }
-- output { [278i64, 28i64, 8i64] }
-- input { 1i64 }
-- output { [1i64, 1i64, 1i64] }
-- notest input { 300i64 }
-- notest input { 800i64 }
-- notest input { 8000i64 }
entry main (n: i64) : [3]i64 =
  let phi = tabulate n (\k -> i64.sum (map (\j -> i64.bool (gcd (i32.i64 (k + 1)) (i32.i64 (j + 1)) == 1)) (iota (k + 1))))
  in [i64.sum phi, i64.maximum phi, phi[n - 1]]
