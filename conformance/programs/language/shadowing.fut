-- Names of the prelude that a program binds anew: locally, at top level, operators.
-- Expected results: Futhark 0.25.32.

def total (xs: []i32) = i32.sum xs

-- ==
-- entry: locals
-- input { [1, 2, 3] } output { [8, 9, 10] }
entry locals (xs: []i32) =
  let map' f = map f xs
  let head = xs[0] + total xs
  let replicate = map' (\x -> x + head)
  in replicate

-- ==
-- entry: parameters
-- input { 3 4 } output { 12 7 }
entry parameters (zip: i32) (iota: i32) =
  let scan (f: i32 -> i32 -> i32) = f zip iota
  in (scan (*), scan (+))

-- A name keeps its meaning in what was defined before.
def many (n: i64) = iota n
def map x = x + 1
def reduce (x: i32) (y: i32) = x * y
def iota = 3i64
def length = 3i32
def filter = \(p: i32 -> bool) (x: i32) -> if p x then x else 0

-- ==
-- entry: globals
-- input { 3 4 } output { 4 12 3 4 [0i64, 1i64, 2i64] [0, 0] }
entry globals (x: i32) (y: i32) =
  (map x, reduce x y, length, filter (> 3) y, many iota, map2 (\_ _ -> 0i32) [1i32, 2] [3i32, 4])

def (+) (a: i32) (b: i32) = a i32.- b
def (*) = i32.max

-- ==
-- entry: operators
-- input { 5 9 } output { -4 -4 10 20 }
entry operators (a: i32) (b: i32) = (a + b * 2, a + b, total [b] i32.+ 1, i32.product [4, 5])
