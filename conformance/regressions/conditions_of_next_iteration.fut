-- A loop that goes on while an index was inside an array tested the index of the next iteration.
-- ==
-- entry: count
-- input { 3i64 }
-- output { 4i64 false }
entry count (n: i64) : (i64, bool) =
  loop (x, inside) = (0i64, true) while inside do
    let now = 0 <= x && x < n
    in (x + 1, now)

-- ==
-- entry: sum
-- input { [1i64, 2i64, 3i64] }
-- output { 4i64 106i64 }
-- input { empty([0]i64) }
-- output { 1i64 100i64 }
entry sum [n] (xs: [n]i64) : (i64, i64) =
  let (x, sum, _) =
    loop (x, sum, inside) = (0, 0, true) while inside do
      let now = 0 <= x && x < n
      in (x + 1, sum + (if now then xs[x] else 100), now)
  in (x, sum)
