-- Longest common subsequence by anti-diagonals.
entry main [n] (a: [n]u8) (b: [n]u8) : i32 =
  let m = n + 1
  let (_, last) =
    loop (p2, p1) = (replicate m 0i32, replicate m 0i32) for d < 2 * n - 1 do
      -- cell i of diagonal d: prefixes of i and d + 2 - i characters
      let cur =
        map (\i ->
               let j = d + 2 - i
               in if i < 1 || j < 1 || i > n || j > n
                  then 0
                  else if a[i - 1] == b[j - 1]
                  then p2[i - 1] + 1
                  else i32.max p1[i] p1[i - 1]) (iota m)
      in (p1, cur)
  in last[n]
