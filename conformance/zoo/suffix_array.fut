-- The suffix array of a text by doubling prefixes (Manber, Myers 1990), each step a radix sort of pairs.
--
-- Expected results: by sorting the suffixes in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def sort_by [n] (bits: i32) (ks: [n]i64) (vs: [n]i64) : [n]i64 =
  (loop (ks, vs) = (ks, vs) for b < bits do
     let ones = map (\k -> (k >> i64.i32 b) & 1) ks
     let before0 = scan (+) 0 (map (1 -) ones)
     let before1 = scan (+) 0 ones
     let split = before0[n - 1]
     let to = map3 (\o i j -> if o == 1 then split + j - 1 else i - 1) ones before0 before1
     in (scatter (replicate n 0) to ks, scatter (replicate n 0) to vs)).1

-- ==
-- entry: main
-- input { 20i64 2u32 }
-- output { [0i64, 17i64, 9i64, 1850i64] }
-- input { 1i64 4u32 }
-- output { [0i64, 0i64, 0i64, 0i64] }
-- notest input { 1000i64 4u32 }
-- notest input { 20000i64 4u32 }
-- notest input { 200000i64 4u32 }
entry main (n: i64) (letters: u32) : [4]i64 =
  let text = tabulate n (\i -> i64.u32 (hash (u32.i64 i) % letters) + 1)
  let bits = 64 - i64.clz (n + i64.u32 letters)
  let ranked (order: [n]i64) (a: [n]i64) (b: [n]i64) : [n]i64 =
    let new = map (\i -> i64.bool (i > 0 && (a[order[i]] != a[order[i - 1]] || b[order[i]] != b[order[i - 1]]))) (iota n)
    in scatter (replicate n 0) order (map (+ 1) (scan (+) 0 new))
  let zero = replicate n 0
  let order = sort_by bits text (iota n)
  let rank = ranked order text zero
  let (order, _, _) =
    loop (_order, rank, width) = (order, rank, 1) while width < n && i64.maximum rank < n do
      let second = map (\i -> if i + width < n then rank[i + width] else 0) (iota n)
      let by_second = sort_by bits second (iota n)
      let order = sort_by bits (map (\i -> rank[i]) by_second) by_second
      in (order, ranked order rank second, 2 * width)
  in [order[0], order[n / 2], order[n - 1], i64.sum (map2 (\i o -> (i % 1000) * (o % 1000)) (iota n) order)]
