entry main [n] [m] (text: [n]u8) (word: [m]u8) : (i64, []i64) =
  let hit = map (\i -> (loop (k, ok) = (0, true) while ok && k < m do (k + 1, text[i + k] == word[k])).1) (iota (n - m + 1))
  let is = filter (\i -> hit[i]) (iota (n - m + 1))
  in (length is, is)
