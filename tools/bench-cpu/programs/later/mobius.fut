-- Mertens' function: sums of Möbius's function, by trial division.
-- ==
-- entry: main
-- notest input { 20000i64 }
entry main (n: i64) : (i64, i64) =
  let mobius m =
    let (rest, _, sign) =
      loop (m, p, sign) = (m, 2i64, 1i64) while p * p <= m && sign != 0 do
        if m % p != 0
        then (m, p + 1, sign)
        else if (m / p) % p == 0 then (m, p, 0) else (m / p, p + 1, -sign)
    in if rest > 1 then -sign else sign
  let sums = scan (+) 0 (map (\i -> mobius (i + 1)) (iota n))
  in (sums[n - 1], i64.maximum (map i64.abs sums))
