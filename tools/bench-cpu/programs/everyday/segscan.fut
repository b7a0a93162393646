-- Prefix sums of many short rows.
entry main [n] [m] (rows: [n][m]f32) : [n][m]f32 =
  map (scan (+) 0) rows
