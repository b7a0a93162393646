-- The sum of the prefix sums of each row.
entry main [n] [m] (rows: [n][m]f64) : [n]f64 =
  map (scan (+) 0 >-> reduce (+) 0) rows
