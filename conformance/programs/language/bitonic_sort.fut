-- Sorting by a bitonic network of 2^d elements.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { 4i64 } output { [0i32, 3i32, 6i32, 9i32, 22i32, 25i32, 28i32, 41i32, 44i32, 47i32, 63i32, 66i32, 69i32, 82i32, 85i32, 88i32] }
-- input { 0i64 } output { [0i32] }

def bitonic [n] (xs: [n]i32) (d: i64) =
  loop xs = copy xs for i < d do
    loop xs for j' < i + 1 do
      let j = i - j'
      let d' = 1i64 << j
      let f k =
        let l = k ^ d'
        let (a, b) = (xs[k], xs[l])
        in if (k & (1 << (i + 1))) == 0 then (if (k < l) == (a <= b) then a else b) else (if (k < l) == (a > b) then a else b)
      in tabulate n f
entry main (d: i64) = let xs = map (\i -> i32.i64 ((i * 7919) % 101)) (iota (1 << d)) in (bitonic xs d)
