-- Edit distance, cell by cell.
-- ==
-- entry: main
-- notest input { 600i64 500i64 }
entry main (n: i64) (m: i64) =
  let a = tabulate n (\i -> u8.i64 ((i * i / 3) % 5))
  let b = tabulate m (\i -> u8.i64 ((i * 7 / 2) % 5))
  let row0 = map i32.i64 (iota (m + 1))
  let last =
    loop row = row0 for i < n do
      let (out, _) =
        loop (out, left) = (replicate (m + 1) 0i32, i32.i64 (i + 1)) for j < m do
          let out = if j == 0 then out with [0] = i32.i64 (i + 1) else out
          let c = if a[i] == b[j] then 0 else 1
          let v = i32.min (i32.min (left + 1) (row[j + 1] + 1)) (row[j] + c)
          in (out with [j + 1] = v, v)
      in out
  in last[m]
