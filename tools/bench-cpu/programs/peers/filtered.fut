-- For each row the number of elements that are divisible by 3, times the sum of those.
entry main [n] [m] (rows: [n][m]i32) : [n]i32 =
  map (\xs ->
         let kept = filter (\x -> x % 3 == 0) xs
         in i32.i64 (length kept) * i32.sum kept)
      rows
