-- Recursive functions: on scalars, on arrays whose size changes, local, polymorphic, of higher order, with
-- free variables, within and around parallel operations. Expected results: published sequences, sorting,
-- and formulas.

-- ==
-- entry: factorial
-- input { 10i64 } output { 3628800i64 }
-- input { 0i64 } output { 1i64 }
entry factorial (n: i64) : i64 = if n == 0 then 1 else n * factorial (n - 1)

-- ==
-- entry: ackermann
-- input { 2 3 } output { 9 }
entry ackermann (m: i32) (n: i32) : i32 =
  match (m, n)
  case (0, _) -> n + 1
  case (_, 0) -> ackermann (m - 1) 1
  case _ -> ackermann (m - 1) (ackermann m (n - 1))

def quicksort [n] (xs: [n]i32) : []i32 =
  if n <= 1
  then xs
  else
    let p = xs[0]
    let rest = xs[1:]
    in quicksort (filter (< p) rest) ++ [p] ++ quicksort (filter (>= p) rest)

-- ==
-- entry: sorted
-- input { [3, 1, 2, 5, 4, 9, 0, 3] } output { [0, 1, 2, 3, 3, 4, 5, 9] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry sorted [n] (xs: [n]i32) : [n]i32 = quicksort xs :> [n]i32

-- ==
-- entry: each
-- input { [1, 2, 3, 10] } output { [3, 6, 18, 10886400] }
entry each (ns: []i32) =
  let k = 3
  in map (\n -> let go (i: i32) (acc: i32) : i32 = if i <= 1 then acc * k else go (i - 1) (acc * i) in go n 1) ns

-- The number of leaves of a tree whose nodes have as many children as they are high.
def leaves (n: i64) : i64 = if n == 0 then 1 else i64.sum (map (\i -> leaves (n - 1) + 0 * i) (iota n))

-- ==
-- entry: around
-- input { 4i64 } output { 24i64 }
entry around (n: i64) = leaves n

def times '^b 'a (n: i32) (f: a -> a) (free: b) (x: a) : a =
  if n <= 0 then x else f (times (n - 1) f free x)

-- ==
-- entry: higher
-- input { 3 [1, 2] } output { [31, 32] }
entry higher (n: i32) (xs: []i32) =
  let k = n + 7
  in times n (map (+ k)) (+ 1) xs

-- 100 calls within each other are too many, unless they are tail calls. What is computed is
-- n - (n-1) + (n-2) - …, which is half of n, rounded up.
-- ==
-- entry: deep
-- input { 90i64 } output { 45i64 }
-- input { 100i64 } error: Recursion too deep: 100 calls of down within each other
def down (n: i64) : i64 = if n == 0 then 0 else n - down (n - 1)
entry deep (n: i64) = down n

module power (X: { type t val one : t val mul : t -> t -> t }) = {
  def pow (x: X.t) (n: i32) : X.t = if n <= 0 then X.one else X.mul x (pow x (n - 1))
}
module i32_power = power { type t = i32 def one = 1i32 def mul (a: i32) b = a * b }
def power_of (x: f64) (n: i32) : f64 = if n == 0 then 1 else x * power_of x (n - 1)

-- ==
-- entry: powers
-- input { 5 } output { 243 80f64 }
entry powers (n: i32) = (i32_power.pow 3 n, vjp (\x -> power_of x 5) 2 1)
