-- Tail calls, and calls whose result is combined with a number by an operator that may be applied in any
-- order, repeat as often as they like. Expected results: formulas.

-- Euclid's algorithm, in a map; the numbers of Fibonacci take most steps.
-- ==
-- entry: divisors
-- input { [12i64, 832040i64, 7i64] [18i64, 514229i64, 0i64] } output { [6i64, 1i64, 7i64] }
def gcd (a: i64) (b: i64) : i64 = if b == 0 then a else gcd b (a % b)
entry divisors [n] (xs: [n]i64) (ys: [n]i64) = map2 gcd xs ys

-- The sum of 1 … n, with an accumulator and without one.
-- ==
-- entry: sums
-- input { 100000i64 } output { 5000050000i64 5000050000i64 5000050000i64 }
def sum_onto (acc: i64) (n: i64) : i64 = if n == 0 then acc else sum_onto (acc + n) (n - 1)
def sum_to (n: i64) : i64 = if n == 0 then 0 else n + sum_to (n - 1)
def sum_before (n: i64) : i64 = if n == 0 then 0 else sum_before (n - 1) + n
entry sums (n: i64) = (sum_onto 0 n, sum_to n, sum_before n)

-- 3^n modulo 2^32; the parity of the bits; whether n is even.
-- ==
-- entry: operators
-- input { 1000 } output { 3552074529u32 0 true }
-- input { 7 } output { 2187u32 1 false }
def power (n: i32) : u32 = if n == 0 then 1 else 3 * power (n - 1)
def parity (n: i32) : i32 = if n == 0 then 0 else (n & 1) ^ parity (n >> 1)
def even (n: i32) : bool = n == 0 || (n != 1 && even (n - 2))
entry operators (n: i32) = (power n, parity n, even n)

-- Arrays that are consumed, that grow, that shrink, and that are passed on.
-- ==
-- entry: arrays
-- input { 300i64 } output { 14850i64 300i64 299i64 -1i64 }
def fill [n] (i: i64) (xs: *[n]i64) : *[n]i64 = if i == n then xs else fill (i + 1) (xs with [i] = i * 3 % n)
def grow (i: i64) (xs: []i64) : []i64 = if i == 0 then xs else let more = xs ++ [i] in grow (i - 1) more
def zeros [n] (xs: [n]i64) : i64 = if n > 0 && xs[0] == 0 then 1 + zeros xs[1:] else 0
def search [n] (xs: [n]i64) (x: i64) (from: i64) (to: i64) : i64 =
  if from >= to
  then -1
  else
    let m = (from + to) / 2
    in match i64.sgn (x - xs[m])
       case 0 -> m
       case 1 -> search xs x (m + 1) to
       case _ -> search xs x from m
entry arrays (n: i64) =
  let xs = fill 0 (replicate n 0)
  in (i64.sum xs[:100], length (grow n []), search (iota n) (n - 1) 0 n, search (iota n) n 0 n - zeros (replicate 0 xs[0]))

-- ==
-- entry: shrinking
-- input { [0i64, 0i64, 0i64, 1i64, 0i64] } output { 3i64 [1i64, 0i64] }
-- input { [0i64] } output { 1i64 empty([0]i64) }
def strip [n] (xs: [n]i64) : []i64 = if n > 0 && xs[0] == 0 then strip xs[1:] else xs
entry shrinking (xs: []i64) = (zeros xs, strip xs)

-- Parameters that are functions, sums, and of no particular type; a local function with free variables.
-- ==
-- entry: parameters
-- input { 200i64 } output { 200 -19899i64 100i64 203i64 }
type pair_or_sum = #sum i64 | #pair (i64, i64)
def times 'a (n: i64) (f: a -> a) (x: a) : a = if n <= 0 then x else times (n - 1) f (f x)
def fold [n] 'a 'b (f: b -> a -> b) (z: b) (xs: [n]a) : b = if n == 0 then z else fold f (f z xs[0]) xs[1:]
def halves (n: i64) (s: pair_or_sum) : pair_or_sum =
  if n == 0 then s else halves (n - 1) (match s case #sum k -> #pair (k, 1) case #pair (a, b) -> #sum (a + b))
entry parameters (n: i64) =
  let until (k: i64) : i64 = if k >= n then k else until (k + 7)
  in (times n (+ 1) 0, fold (-) 1 (iota n), match halves n (#sum 0) case #sum k -> k case #pair (k, _) -> k, until 0)

-- A function with tail calls and others.
-- ==
-- entry: both
-- input { 2 } output { 7 }
-- input { 30 } output { 63 }
def ackermann (m: i32) (n: i32) : i32 =
  match (m, n)
  case (0, _) -> n + 1
  case (_, 0) -> ackermann (m - 1) 1
  case _ -> ackermann (m - 1) (ackermann m (n - 1))
entry both (n: i32) = ackermann 2 n

-- Derivatives of x^n.
-- ==
-- entry: derivatives
-- input { 5 } output { 80f64 80f64 }
def power_onto (acc: f64) (x: f64) (n: i32) : f64 = if n == 0 then acc else power_onto (acc * x) x (n - 1)
entry derivatives (n: i32) = (jvp (\x -> power_onto 1 x n) 2 1, vjp (\x -> power_onto 1 x n) 2 1)

-- An assertion in front of a tail call.
-- ==
-- entry: fails
-- input { 4 } output { 0 }
-- input { 3 } error: Assertion is false: \(n >= 0\)
def count (n: i32) : i32 = assert (n >= 0) (if n == 0 then 0 else count (n - 2))
entry fails (n: i32) = count n
