-- A game of rules on a string: ab becomes bba, ba becomes a, aa becomes b, wherever they stand from left to
-- right, and other letters stay; so many rounds, or until there is no room. What is left is counted and hashed.
def room : i64 = 100000

entry main [n] (rounds: i32) (text: [n]u8) : (i64, u32) =
  let start = loop s = replicate room 0u8 for i < n do s with [i] = text[i]
  let (s, len, _) =
    loop (s, len, other) = (start, n, replicate room 0u8) for _r < rounds do
      let (other, put, _) =
        loop (out, put, at) = (other, 0i64, 0i64) while at < len && put + 3 < room do
          let a = s[at]
          let b = if at + 1 < len then s[at + 1] else 0
          in if a == 'a' && b == 'b'
             then (out with [put] = 'b' with [put + 1] = 'b' with [put + 2] = 'a', put + 3, at + 2)
             else if a == 'b' && b == 'a'
             then (out with [put] = 'a', put + 1, at + 2)
             else if a == 'a' && b == 'a'
             then (out with [put] = 'b', put + 1, at + 2)
             else (out with [put] = a, put + 1, at + 1)
      in (other, put, s)
  let h = loop h = 2166136261u32 for i < len do (h ^ u32.u8 s[i]) * 16777619
  in (len, h)
