-- Radix sort with four buckets a pass by one scan of tuples of four counts (Merrill,
-- Grimshaw 2010).
--
-- Expected results: by Python's sort.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 20i64 }
-- output { [1i64, 1753845952i64, 519037934924i64] }
-- input { 1i64 }
-- output { [1i64, 0i64, 0i64] }
-- notest input { 1000i64 }
-- notest input { 8000000i64 }
entry main (n: i64) : [3]i64 =
  let xs = tabulate n (\i -> hash (u32.i64 i))
  let ys =
    loop xs for b < 16i32 do
      let digit x = (x >> u32.i32 (2 * b)) & 3
      let one d = (i32.bool (d == 0), i32.bool (d == 1), i32.bool (d == 2), i32.bool (d == 3))
      let plus (a, b, c, d) (e, f, g, h) = (a + e, b + f, c + g, d + h)
      let counts = scan plus (0, 0, 0, 0) (map (\x -> one (digit x)) xs)
      let (n0, n1, n2, _) = if n == 0 then (0, 0, 0, 0) else counts[n - 1]
      let place x (c0, c1, c2, c3) =
        let d = digit x
        in i64.i32 (if d == 0 then c0 - 1 else if d == 1 then n0 + c1 - 1 else if d == 2 then n0 + n1 + c2 - 1 else n0 + n1 + n2 + c3 - 1)
      in scatter (replicate n 0) (map2 place xs counts) xs
  in [i64.bool (and (map (\i -> ys[i] <= ys[i + 1]) (iota (n - 1)))), i64.u32 ys[n / 2], i64.sum (map2 (\i y -> i % 1000 * i64.u32 y) (iota n) ys)]
