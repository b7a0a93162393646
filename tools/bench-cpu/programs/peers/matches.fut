-- Knuth, Morris and Pratt: how often a word occurs in a text, by the table of its borders.
entry main [k] [n] (word: [k]u8) (text: [n]u8) : i32 =
  let (borders, _) =
    loop (borders, b) = (replicate (k + 1) 0i64, 0i64) for i in 1..<k do
      let b = loop b while b > 0 && word[b] != word[i] do borders[b]
      let b = if word[b] == word[i] then b + 1 else b
      in (borders with [i + 1] = b, b)
  let (found, _) =
    loop (found, at) = (0i32, 0i64) for c in text do
      let at = loop at while at > 0 && (at == k || word[at] != c) do borders[at]
      let at = if word[at] == c then at + 1 else at
      in (if at == k then found + 1 else found, at)
  in found
