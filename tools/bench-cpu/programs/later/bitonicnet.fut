-- A bitonic network, step by step.
-- ==
-- entry: main
-- notest input { 12i64 }
entry main (lg: i64) =
  let n = 1i64 << lg
  let xs = tabulate n (\i -> u32.i64 ((i * 7919 + 31) % 65537))
  let step [n] (xs: [n]u32) (k: i64) (j: i64) =
    tabulate n (\i ->
                  let l = i ^ (1 << j)
                  let up = (i >> (k + 1)) & 1 == 0
                  let a = xs[i]
                  let b = xs[l]
                  in if (i < l) == up then u32.min a b else u32.max a b)
  let xs =
    loop xs for k < lg do
      loop xs for j' < k + 1 do step xs k (k - j')
  in reduce (+) 0 (map2 (\x i -> x * u32.i64 (i % 13)) xs (iota n))
