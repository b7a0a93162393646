-- The product of two matrices, in the order of the textbook: for each row, for
-- each column, the sum over the terms.
entry main [n] [m] [k] (a: [n][k]f32) (b: [k][m]f32) : [n][m]f32 =
  map (\row ->
         map (\column ->
                loop sum = 0 for l < k do sum + row[l] * column[l])
             (transpose b))
      a
