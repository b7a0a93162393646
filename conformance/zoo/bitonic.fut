-- Batcher's bitonic sorting network over 2^k keys with payloads (Batcher 1968).
--
-- Expected results: by Python's sort.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 }
-- output { [1i64, 1315846710i64, 969i64] }
-- input { 1i64 }
-- output { [1i64, 876922976i64, 1i64] }
-- notest input { 10i64 }
-- notest input { 21i64 }
entry main (k: i64) : [3]i64 =
  let n = 1 << k
  let xs = tabulate n (\i -> (hash (u32.i64 i) >> 1, i32.i64 i))
  let ys =
    loop (xs: [n](u32, i32)) = xs for i < k do
      loop (xs: [n](u32, i32)) = xs for j' < i + 1 do
        let j = i - j'
        in tabulate n (\a ->
                         let b = a ^ (1 << j)
                         let up = (a >> (i + 1)) & 1 == 0
                         let (lo, hi) = if a < b then (xs[a], xs[b]) else (xs[b], xs[a])
                         let swap = (lo.0 > hi.0) == up
                         in if (a < b) == swap then hi else lo)
  let (keys, vs) = unzip ys
  in [i64.bool (and (map (\i -> keys[i] <= keys[i + 1]) (iota (n - 1)))), i64.u32 keys[n / 2],
      i64.sum (map2 (\i v -> i % 1000 * i64.i32 v) (iota n) vs)]
