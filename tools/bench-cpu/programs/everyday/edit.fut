-- Levenshtein distance by rows: the row's own chain is a prefix minimum.
entry main [n] [m] (a: [n]u8) (b: [m]u8) : i32 =
  let row0 = map i32.i64 (iota (m + 1))
  let last =
    loop row = row0 for i < n do
      let c = a[i]
      let t =
        map (\j ->
               if j == 0
               then i32.i64 (i + 1)
               else i32.min (row[j] + 1) (row[j - 1] + (if c == b[j - 1] then 0 else 1)))
            (iota (m + 1))
      let u = scan i32.min i32.highest (map2 (\x j -> x - i32.i64 j) t (iota (m + 1)))
      in map2 (\x j -> x + i32.i64 j) u (iota (m + 1))
  in last[m]
