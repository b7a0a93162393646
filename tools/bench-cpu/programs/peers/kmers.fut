-- How often each word of six letters occurs in a text of ACGT.
def code (c: u8) : i64 = if c == 'A' then 0 else if c == 'C' then 1 else if c == 'G' then 2 else 3

entry main [n] (text: [n]u8) : [4096]i32 =
  let words = tabulate (n - 5) (\i -> loop w = 0 for k < 6 do w * 4 + code text[i + k])
  in hist (+) 0 4096 words (map (const 1) words)
