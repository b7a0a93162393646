-- The primes below n by a sieve whose first part is found by recursion on the square root,
-- here as a loop over sizes, with nested maps of different lengths flattened by hand
-- (Blelloch 1996, NESL's primes).
--
-- Expected results: by trial division.
def expand [k] (counts: [k]i64) : []i64 =
  -- for each segment i, counts[i] times i
  let ends = scan (+) 0 counts
  let total = if k == 0 then 0 else ends[k - 1]
  let starts = map2 (-) ends counts
  let marks = reduce_by_index (replicate total 0) i64.max 0 (map2 (\s c -> if c > 0 then s else -1) starts counts) (iota k)
  in scan i64.max 0 marks

-- ==
-- entry: main
-- input { 100i64 }
-- output { [25i64, 1060i64] }
-- input { 17i64 }
-- output { [6i64, 41i64] }
-- notest input { 2000i64 }
-- notest input { 10000000i64 }
entry main (n: i64) : [2]i64 =
  let (_, primes) =
    loop (size, primes) = (4, [2, 3i64]) while size < n do
      let size' = i64.min n (size * size)
      let counts = map (\p -> (size' - 1) / p - 1) primes
      let owners = expand counts
      let starts = map2 (-) (scan (+) 0 counts) counts
      let composites = map2 (\o i -> let p = primes[o] in p * (i - starts[o] + 2)) owners (indices owners)
      let prime = scatter (replicate size' true) composites (map (const false) composites)
      in (size', map (+ 2) (filter (\i -> prime[i + 2]) (iota (size' - 2))))
  in [length primes, i64.sum primes]
