-- Run-length coding of a sequence and its decoding (Blelloch 1990): flags, filters, and
-- scans in both directions.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 30i64 2i64 }
-- output { [12i64, 4i64, 1i64] }
-- input { 1i64 1i64 }
-- output { [1i64, 1i64, 1i64] }
-- notest input { 1000i64 5i64 }
-- notest input { 20000000i64 20i64 }
entry main (n: i64) (k: i64) : [3]i64 =
  let xs = tabulate n (\i -> i32.u32 (hash (u32.i64 (i / k) * 7) % 3))
  let first = tabulate n (\i -> i == 0 || xs[i] != xs[i - 1])
  let starts = filter (\i -> first[i]) (iota n)
  let runs = length starts
  let values = map (\s -> xs[s]) starts
  let lengths = map2 (\i s -> (if i + 1 < runs then starts[i + 1] else n) - s) (indices starts) starts
  let marks = scatter (replicate n 0i64) (scan (+) 0 lengths) (map (const 1) lengths)
  let decoded = map (\r -> values[r]) (scan (+) 0 marks)
  in [runs, i64.maximum lengths, i64.bool (and (map2 (==) xs decoded))]
