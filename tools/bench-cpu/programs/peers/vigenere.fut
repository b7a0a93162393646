-- The cipher of Vigenère: letters are moved on by those of the key, which goes on at letters only.
entry main [n] [k] (key: [k]u8) (text: [n]u8) : [n]u8 =
  let (out, _) =
    loop (out, at) = (copy text, 0i64) for i < n do
      let c = text[i]
      let base: u8 = if c >= 'a' && c <= 'z' then 'a' else if c >= 'A' && c <= 'Z' then 'A' else 0
      in if base == 0
         then (out, at)
         else (out with [i] = base + (c - base + key[at]) % 26, if at + 1 == k then 0 else at + 1)
  in out
