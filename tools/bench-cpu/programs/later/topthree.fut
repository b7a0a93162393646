-- The three greatest numbers of each row.
-- ==
-- entry: main
-- input { 5i64 20i64 } output { 9808i32 1017i32 4357i32 }
-- notest input { 5000i64 64i64 }
entry main (n: i64) (m: i64) =
  let rows = tabulate_2d n m (\i j -> i32.i64 ((i * 1009 + j * j * 613 + j * i * 7) % 10007))
  let top row =
    loop (a, b, c) = (i32.lowest, i32.lowest, i32.lowest) for x in row do
      if x > a then (x, a, b) else if x > b then (a, x, b) else if x > c then (a, b, x) else (a, b, c)
  let (a, b, c) = unzip3 (map top rows)
  in (i32.maximum a, i32.sum (map2 (-) a b), i32.sum (map2 (-) b c))
