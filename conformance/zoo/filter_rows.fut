-- Of each row those elements above the row's mean, and what they sum to with every second
-- one negated: filters inside a map, of results that have different lengths.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 5i64 8i64 }
-- output { [19i64, 1991i64, 5i64] }
-- input { 1i64 1i64 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 100i64 100i64 }
-- notest input { 3000i64 300i64 }
-- notest input { 100000i64 500i64 }
entry main (n: i64) (m: i64) : [3]i64 =
  let rows = tabulate_2d n m (\i j -> i64.u32 (hash (u32.i64 (i * m + j)) % 1000))
  let of_row [k] (row: [k]i64) =
    let mean = i64.sum row / k
    let above = filter (> mean) row
    let signed = map2 (\i x -> if i % 2 == 0 then x else -x) (indices above) above
    in (length above, i64.sum signed)
  let (counts, sums) = unzip (map of_row rows)
  in [i64.sum counts, i64.sum sums, i64.maximum counts]
