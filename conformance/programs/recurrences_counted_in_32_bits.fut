-- A recurrence whose loops count in 32 bits, as often as an argument says: a group goes by anti-diagonals, too.
-- ==
-- input { [[0i32, 1i32, 0i32, 2i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 2i32], [1i32, 0i32, 0i32, 2i32, 2i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32]] [[2i32, 1i32, 1i32, 0i32, 0i32, 1i32, 1i32, 2i32, 2i32, 1i32, 0i32, 2i32], [1i32, 2i32, 1i32, 2i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 2i32, 1i32]] 12i32 }
-- output { [7i32, 7i32] }
-- input { [[0i32, 1i32, 2i32, 2i32, 1i32, 2i32, 0i32, 1i32, 1i32, 2i32, 1i32, 1i32]] [[1i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 1i32, 2i32, 1i32, 2i32]] 11i32 }
-- output { [0i32] }
-- input { [[2i32, 2i32, 1i32], [2i32, 1i32, 0i32]] [[2i32, 0i32, 0i32], [1i32, 0i32, 2i32]] 0i32 }
-- output { [0i32, 0i32] }
-- input { [[2i32, 1i32, 1i32]] [[0i32, 1i32, 1i32]] -1i32 }
-- output { [0i32] }
-- input { [[1i32, 2i32]] [[1i32, 2i32]] 3i32 }
-- error: Index .0, 3. out of bounds

entry main [n] [m] (as: [n][m]i32) (bs: [n][m]i32) (k: i32) : [n]i32 =
  map2 (\a b ->
          let t =
            loop t = replicate (m + 1) (replicate (m + 1) 0i32) for i < k do
              loop t for j < k do
                let i' = i64.i32 i
                let j' = i64.i32 j
                let up = t[i', j' + 1]
                let left = t[i' + 1, j']
                let diag = t[i', j']
                let v = if a[i'] == b[j'] then diag + 1 else i32.max up left
                in t with [i' + 1, j' + 1] = v
          in t[m, m]) as bs
