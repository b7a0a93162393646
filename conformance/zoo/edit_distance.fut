-- The edit distance of many pairs of words (Wagner, Fischer 1974), one pair for each thread,
-- with one row of the table kept.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 3i64 5i64 }
-- output { [10i64, 3i64] }
-- input { 1i64 1i64 }
-- output { [0i64, 0i64] }
-- notest input { 50i64 16i64 }
-- notest input { 100000i64 32i64 }
entry main (n: i64) (m: i64) : [2]i64 =
  let letter s i j = hash (u32.i64 (i * m + j) + s) % 3
  let distances =
    tabulate n (\k ->
                  let row =
                    loop row = iota (m + 1) for i < m do
                      let (row, _) =
                        loop (row, diagonal) = (row with [0] = i + 1, i) for j < m do
                          let above = row[j + 1]
                          let cost = if letter 1 k i == letter 0x3333333 k j then 0 else 1
                          in (row with [j + 1] = i64.min (diagonal + cost) (1 + i64.min above row[j]), above)
                      in row
                  in row[m])
  in [i64.sum distances, i64.minimum distances]
