-- The Needleman-Wunsch recurrence in blocks of b x b, where only the last row and column of each block are
-- kept between anti-diagonals, and where a block is computed by its own anti-diagonals.
--
-- Expected results: by rows in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 2i64 4i64 10i32 }
-- output { [-16i64, -584i64] }
-- input { 1i64 3i64 2i32 }
-- output { [-9i64, -48i64] }
-- notest input { 10i64 16i64 10i32 }
-- notest input { 40i64 16i64 10i32 }
-- notest input { 128i64 32i64 10i32 }
entry main (blocks: i64) (b: i64) (penalty: i32) : [2]i64 =
  let n = blocks * b
  let one = map (\i -> hash (u32.i64 i) % 4) (iota n)
  let two = map (\i -> hash (u32.i64 i + 0x1357911) % 4) (iota n)
  -- rows[x]: below the last block done in column x of blocks; columns[y]: right of the last one in row y.
  let rows = tabulate_2d blocks b (\x j -> -penalty * i32.i64 (x * b + j + 1))
  let columns = tabulate_2d blocks b (\y i -> -penalty * i32.i64 (y * b + i + 1))
  let corners = tabulate (2 * blocks) (\d -> -penalty * i32.i64 (b * i64.abs (d - blocks)))
  let (rows, columns, _) =
    loop (rows, columns, corners) for d < 2 * blocks - 1 do
      let first = i64.max 0 (d - blocks + 1)
      let count = i64.min d (blocks - 1) - first + 1
      let results =
        map (\k ->
               let (y, x) = (first + k, d - first - k)
               let start = replicate (b + 1) (replicate (b + 1) 0i32)
               let start = start with [0, 0] = corners[blocks + x - y]
               let start = start with [0, 1:] = rows[x]
               let start = start with [1:, 0] = columns[y]
               let cells =
                 loop cells = start for e < 2 * b - 1 do
                   let lo = i64.max 0 (e - b + 1)
                   let size = i64.min e (b - 1) - lo + 1
                   let values =
                     map (\t ->
                            let (i, j) = (lo + t, e - lo - t)
                            let s = if one[y * b + i] == two[x * b + j] then 5 else -3
                            in i32.max (cells[i, j] + s) (i32.max cells[i, j + 1] cells[i + 1, j] - penalty)) (iota size)
                   in loop cells for t < size do cells with [lo + t + 1, e - lo - t + 1] = values[t]
               in (cells[b, 1:] :> [b]i32, cells[1:, b] :> [b]i32, cells[b, b])) (iota count)
      let (below, right, last) = unzip3 results
      let xs = map (\k -> d - first - k) (iota count)
      let ys = map (\k -> first + k) (iota count)
      in (scatter (copy rows) xs below, scatter (copy columns) ys right, scatter (copy corners) (map2 (\x y -> blocks + x - y) xs ys) last)
  in [i64.i32 rows[blocks - 1, b - 1], i64.sum (map i64.i32 (flatten rows)) + i64.sum (map i64.i32 (flatten columns))]
