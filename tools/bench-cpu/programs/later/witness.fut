-- Primes by Miller's and Rabin's test.
-- ==
-- entry: main
-- input { 1000u64 100i64 } output { 16i64 }
-- notest input { 1000000u64 5000i64 }
def power (m: u64) (b: u64) (e: u64) : u64 =
  let (_, _, r) =
    loop (b, e, r) = (b % m, e, 1) while e > 0 do
      (b * b % m, e >> 1, if e & 1 == 1 then r * b % m else r)
  in r
def prime (n: u64) : bool =
  if n < 4
  then n >= 2
  else if n % 2 == 0
  then false
  else
    let (d, s) = loop (d, s) = (n - 1, 0i32) while d % 2 == 0 do (d / 2, s + 1)
    let passes a =
      let x = power n a d
      let (_, good) =
        loop (x, good) = (x, x == 1 || x == n - 1) for _i < s - 1 do
          let y = x * x % n in (y, good || y == n - 1)
      in a % n == 0 || good
    in passes 2 && passes 7 && passes 61
entry main (from: u64) (n: i64) =
  length (filter prime (map (\i -> from + u64.i64 i) (iota n)))
