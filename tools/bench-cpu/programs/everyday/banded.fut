-- Edit distance restricted to a band around the diagonal, row by row.
entry main [n] (a: [n]i32) (b: [n]i32) : i32 =
  let w = 32i64
  let inf = 1000000i32
  let row0 = map (\k -> let j = k - w in if j >= 0 then i32.i64 j else inf) (iota (2 * w + 1))
  let last =
    loop row = row0 for i < n do
      let up k = if k + 1 < 2 * w + 1 then row[k + 1] else inf
      let base =
        map (\k ->
               let j = i + 1 + k - w
               in if j < 0 || j > n
                  then inf
                  else if j == 0
                  then i32.i64 (i + 1)
                  else i32.min (row[k] + (if a[i] == b[j - 1] then 0 else 1)) (up k + 1))
            (iota (2 * w + 1))
      let shifted = map2 (\x k -> x - i32.i64 k) base (iota (2 * w + 1))
      let m = scan i32.min inf shifted
      in map2 (\x k -> x + i32.i64 k) m (iota (2 * w + 1))
  in last[w]
