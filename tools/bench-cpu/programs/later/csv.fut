-- ==
-- entry: main
-- notest input { 300000i64 }
def is_digit (c: u8) = c >= '0' && c <= '9'
entry main (n: i64) : i64 =
  let s = map (\i -> if i % 7 == 6 then ',' else u8.i64 (48 + (i * i) % 10)) (iota n)
  let flags = map (\i -> i == 0 || !(is_digit s[i - 1])) (iota n)
  let vals = map (\c -> if is_digit c then i64.u8 (c - '0') else 0) s
  let pows = map (\c -> if is_digit c then 10i64 else 1) s
  let op (f1, v1, p1) (f2, v2, p2) : (bool, i64, i64) =
    if f2 then (true, v2, p2) else (f1, v1 * p2 + v2, p1 * p2)
  let r = scan op (false, 0, 1) (zip3 flags vals pows)
  let ends = map (\i -> is_digit s[i] && (i == n - 1 || !(is_digit s[i + 1]))) (iota n)
  in i64.sum (map2 (\e (_, v, _) -> if e then v else 0) ends r)
