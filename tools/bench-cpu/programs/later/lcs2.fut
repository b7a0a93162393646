-- ==
-- entry: main
-- notest input { 1500i64 }
entry main (n: i64) : i32 =
  let a = map (\i -> (i * 7 + 3) % 5) (iota n)
  let b = map (\i -> (i * i + 1) % 5) (iota n)
  let row =
    loop prev = replicate (n + 1) 0i32 for i < n do
      let cur = replicate (n + 1) 0i32
      in loop cur for j < n do
           cur with [j + 1] = if a[i] == b[j] then prev[j] + 1 else i32.max cur[j] prev[j + 1]
  in row[n]
