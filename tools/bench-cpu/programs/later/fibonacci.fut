-- Fibonacci numbers modulo primes, by powers of 2 x 2 matrices.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

type matrix = (u64, u64, u64, u64)

def times (p: u64) ((a, b, c, d): matrix) ((e, f, g, h): matrix) : matrix =
  ((a * e + b * g) % p, (a * f + b * h) % p, (c * e + d * g) % p, (c * f + d * h) % p)

def fibonacci (p: u64) (n: u64) : u64 =
  let (_, _, result) =
    loop (k, base, result) = (n, (1, 1, 1, 0), (1, 0, 0, 1)) while k > 0 do
      (k / 2, times p base base, if k % 2 == 1 then times p result base else result)
  in result.1

-- ==
-- entry: main
-- input { 7i64 }
-- output { 1202658u64 369821u64 }
-- notest input { 20000i64 }
entry main (n: i64) : (u64, u64) =
  let xs = map (\i -> fibonacci 1000003 (u64.u32 (hash (u32.i64 i)))) (iota n)
  in (u64.sum xs, u64.maximum xs)
