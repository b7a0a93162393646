entry main [n] [m] (text: [n]u8) (word: [m]u8) : i64 =
  i64.sum (map (\i -> i64.bool (and (map2 (==) (text[i:i + m] :> [m]u8) word))) (iota (n - m + 1)))
