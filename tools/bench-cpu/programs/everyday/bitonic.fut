-- Bitonic sort of 2^k numbers.
entry main [n] (k: i64) (xs: [n]i32) : [n]i32 =
  loop (xs: [n]i32) for p < k do
    loop (xs: [n]i32) for q < p + 1 do
      let d = 1 << (p - q)
      in map (\i ->
                let j = i ^ d
                let up = (i >> (p + 1)) & 1 == 0
                let a = xs[i]
                let b = xs[j]
                in if (i < j) == up then i32.min a b else i32.max a b)
             (iota n)
