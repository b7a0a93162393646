-- Products of large numbers in base 10^4: digits by convolution, carries one after the other.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- notest input { 30i64 150i64 }
entry main (pairs: i64) (digits: i64) : (i64, i64) =
  let number s p = map (\i -> i64.u32 (hash (u32.i64 (p * digits + i) + s)) % 10000) (iota digits)
  let multiply (a: [digits]i64) (b: [digits]i64) =
    let sums = map (\k -> i64.sum (map (\i -> if k - i >= 0 && k - i < digits then a[i] * b[k - i] else 0) (iota digits))) (iota (2 * digits))
    let (out, _) =
      loop (out, carry) = (replicate (2 * digits) 0i64, 0) for k < 2 * digits do
        let x = sums[k] + carry
        in (out with [k] = x % 10000, x / 10000)
    in out
  let products = map (\p -> multiply (number 1 p) (number 2 p)) (iota pairs)
  in (i64.sum (map (\row -> i64.sum row) products), reduce (\a b -> (a * 31 + b) % 1000000007) 0 (map (\row -> row[digits]) products))
