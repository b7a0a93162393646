-- The rank of each element in its row: how many of the row are less. The rows are made of
-- numbers below 1000.
entry main (n: i64) (m: i64) : [n][m]i64 =
  let rows = tabulate_2d n m (\i j -> i32.i64 ((i * 7919 + j * 104729) % 1000))
  in map (\row ->
            map (\x -> loop c = 0 for y in row do if y < x then c + 1 else c)
                row)
         rows
