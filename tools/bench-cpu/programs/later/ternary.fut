-- Multiplication of sparse polynomials given as sorted lists of exponents: all products, sorted by counting, collected.
-- ==
-- entry: main
-- input { 5i64 4i64 } output { 14i64 70283i64 19i64 }
-- notest input { 300i64 250i64 }
entry main (n: i64) (m: i64) =
  let ea = map (\i -> i * 3 + i % 2) (iota n)
  let eb = map (\j -> j * 5 + j % 3) (iota m)
  let ca = map (\i -> (i * 7) % 11 - 5) (iota n)
  let cb = map (\j -> (j * 13) % 7 - 3) (iota m)
  let top = 3 * n + 5 * m + 4
  let exponents = flatten (map (\a -> map (+ a) eb) ea)
  let products = flatten (map (\a -> map (* a) cb) ca)
  let dense = reduce_by_index (replicate top 0i64) (+) 0 exponents products
  let terms = filter (\(c, _) -> c != 0) (zip dense (iota top))
  in (length terms, i64.sum (map (\(c, e) -> (c * (e + 1)) % 10007) terms), i64.maximum (map (.0) terms))
