-- Reductions of rows longer than a chunk, several at once, of tuples and by operators that the
-- program calls commutative; and reductions of equal length that read different arrays.
--
-- Expected results: by loops in Python.
def number (m: i64) (i: i64) (j: i64) : i64 = (i * m + j) * (i * m + j) % 1009

def least (a: i64, i: i64) (b: i64, j: i64) : (i64, i64) =
  if a < b || (a == b && i < j) then (a, i) else (b, j)

-- ==
-- entry: rows
-- input { 3i64 5000i64 }
-- output { [2526420i64, 2519729i64, 2519471i64] [1008i64, 1008i64, 1008i64] [0i64, 0i64, 0i64] [0i64, 45i64, 90i64] }
-- input { 2i64 1025i64 }
-- output { [509776i64, 517712i64] [1008i64, 1008i64] [0i64, 0i64] [0i64, 993i64] }
-- input { 0i64 3000i64 }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
entry rows (n: i64) (m: i64) : ([n]i64, [n]i64, [n]i64, [n]i64) =
  let table = tabulate_2d n m (number m)
  let found = map (\r -> reduce_comm least (i64.highest, i64.highest) (zip r (iota m))) table
  let (values, places) = unzip found
  in (map i64.sum table, map i64.maximum table, values, places)

-- ==
-- entry: apart
-- input { 6000i64 }
-- output { 3030558i64 976i64 -4080i64 505.093f64 }
-- input { 1i64 }
-- output { 0i64 0i64 -2500i64 0.0f64 }
-- input { 0i64 }
-- output { 0i64 -9223372036854775808i64 9223372036854775807i64 0.0f64 }
entry apart (n: i64) : (i64, i64, i64, f64) =
  let xs = tabulate n (number n 0)
  let zs = scan (+) 0 (map (\i -> i * 7919 % 5003 - 2500) (iota n))
  let total = i64.sum xs
  let mean = if n == 0 then 0 else f64.i64 total / f64.i64 n
  let most = i64.maximum (tabulate n (\i -> i * 31 % 977))
  let least = i64.minimum zs
  in (total, most, least, mean)
