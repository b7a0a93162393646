-- Inverses modulo a prime by Euclid's algorithm.
-- ==
-- entry: main
-- input { 50i64 10007i64 } output { 217226i64 true }
-- notest input { 20000i64 1000003i64 }
entry main (n: i64) (p: i64) =
  let inverse a =
    let (_, _, x, _) =
      loop (r0, r1, x0, x1) = (a % p, p, 1, 0) while r1 != 0 do
        let q = r0 / r1
        in (r1, r0 - q * r1, x1, x0 - q * x1)
    in if x < 0 then x + p else x
  let xs = map (\i -> inverse (i + 1)) (iota n)
  in (i64.sum xs % 1000003, and (map2 (\i x -> (i + 1) * x % p == 1) (iota n) xs))
