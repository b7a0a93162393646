-- Functions that have the name of another one: such a call of theirs is one of themselves, unless they always get to it.
def length (x: i32) : i32 = if x <= 0 then 0 else 1 + length (x - 2)

def reverse (xs: []i32) = reverse (map (+ 1) xs)

module rows = {
  def map f xss = map (map f) xss
}

-- ==
-- entry: halves
-- input { 11i32 } output { 6i32 }
entry halves (x: i32) = length x

-- ==
-- entry: fib
-- input { 10i32 } output { 55i32 }
entry fib (n: i32) : i32 =
  let fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
  in fib n

-- ==
-- entry: sum
-- input { [1i32, 2, 3] } output { 6i32 }
entry sum (xs: []i32) = let sum = i32.sum in sum xs

-- ==
-- entry: backwards
-- input { [1i32, 2, 3] } output { [4i32, 3, 2] }
entry backwards (xs: []i32) = reverse xs

-- ==
-- entry: doubled
-- input { [[1i32, 2], [3, 4]] } output { [[2i32, 4], [6, 8]] }
entry doubled (xss: [][]i32) = rows.map (* 2) xss

-- Operators are made of those that had their names before.
type pair = {a: i32, b: i32}

def (x: pair) + (y: pair) : pair = {a = x.a + y.a, b = x.b + y.b}

-- ==
-- entry: added
-- input { 5i32 } output { 13i32 8i32 }
entry added (n: i32) = let s = {a = n, b = n} + {a = 8, b = 3} in (s.a, s.b)
