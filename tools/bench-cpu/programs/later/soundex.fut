-- Names to codes of a letter and three digits, and the commonest codes.
-- ==
-- entry: main
-- input { 10i64 6i64 } output { 1i32 213i64 10i64 }
-- notest input { 20000i64 9i64 }
def digits : [26]i64 = [0, 1, 2, 3, 0, 1, 2, 0, 0, 2, 2, 4, 5, 5, 0, 1, 2, 6, 2, 3, 0, 1, 0, 2, 0, 2]
entry main (n: i64) (m: i64) =
  let code (r: i64) =
    let letter (i: i64) = (r * r * 7 + i * 11 + r / 9 * i) % 26
    let (c, k, _) =
      loop (c, k, last) = (letter 0, 0i64, digits[letter 0]) for i < m - 1 do
        let d = digits[letter (i + 1)]
        in if k == 3
           then (c, k, last)
           else if d == 0 || d == last
           then (c, k, d)
           else (c * 7 + d, k + 1, d)
    in loop c = c for _j < 3 - k do c * 7
  let codes = map code (iota n)
  let counts = reduce_by_index (replicate (26 * 343) 0i32) (+) 0 codes (replicate n 1)
  let (most, which) = reduce (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j)) (-1, -1) (zip counts (iota (26 * 343)))
  in (most, which, i64.sum (map (\c -> i64.bool (c > 0)) counts))
