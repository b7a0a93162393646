-- The longest palindrome around each letter of a text, and how many there are.
-- ==
-- entry: main
-- notest input { 200000i64 }
entry main (n: i64) : (i64, i64) =
  let text = map (\i -> u8.i64 (97 + (i / 2 * 3 + i % 5 / 3) % 2)) (iota n)
  let radius i =
    loop r = 0 while i - r - 1 >= 0 && i + r + 1 < n && text[i - r - 1] == text[i + r + 1] do r + 1
  let rs = map radius (iota n)
  in (2 * i64.maximum rs + 1, i64.sum (map (+ 1) rs))
