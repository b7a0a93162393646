-- The Needleman-Wunsch recurrence in blocks of b x b (Rodinia's nw): the blocks of an anti-diagonal are
-- computed by one map, each from the row above it and the column left of it, and are written back.
--
-- Expected results: by rows in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def block (b: i64) (penalty: i32) (corner: i32) (above: [b]i32) (left: [b]i32) (score: i64 -> i64 -> i32) : [b][b]i32 =
  let cells = replicate (b + 1) (replicate (b + 1) 0i32)
  let cells = cells with [0, 0] = corner
  let cells = loop cells for i < b do (cells with [0, i + 1] = above[i]) with [i + 1, 0] = left[i]
  let cells =
    loop cells for i < b do
      loop cells for j < b do
        let best = i32.max (cells[i, j] + score i j) (i32.max cells[i, j + 1] cells[i + 1, j] - penalty)
        in cells with [i + 1, j + 1] = best
  in cells[1:, 1:] :> [b][b]i32

-- ==
-- entry: main
-- input { 2i64 4i64 10i32 }
-- output { [-16i64, -404i64, -254i64] }
-- input { 1i64 3i64 2i32 }
-- output { [-9i64, -30i64, -17i64] }
-- notest input { 10i64 16i64 10i32 }
-- notest input { 40i64 16i64 10i32 }
-- notest input { 128i64 32i64 10i32 }
entry main (blocks: i64) (b: i64) (penalty: i32) : [3]i64 =
  let n = blocks * b
  let one = map (\i -> hash (u32.i64 i) % 4) (iota n)
  let two = map (\i -> hash (u32.i64 i + 0x1357911) % 4) (iota n)
  let score i j = if one[i] == two[j] then 5i32 else -3
  let m = tabulate_2d (n + 1) (n + 1) (\i j -> if i == 0 then -penalty * i32.i64 j else if j == 0 then -penalty * i32.i64 i else 0)
  let m =
    loop m for d < 2 * blocks - 1 do
      let first = i64.max 0 (d - blocks + 1)
      let count = i64.min d (blocks - 1) - first + 1
      let done =
        map (\k ->
               let (y, x) = ((first + k) * b, (d - first - k) * b)
               in #[unsafe] block b penalty m[y, x] (m[y, x + 1:x + 1 + b] :> [b]i32) (m[y + 1:y + 1 + b, x] :> [b]i32) (\i j -> score (y + i) (x + j))) (iota count)
      in loop m for k < count do
           let (y, x) = ((first + k) * b + 1, (d - first - k) * b + 1)
           in m with [y:y + b, x:x + b] = done[k]
  in [i64.i32 m[n, n], i64.sum (map i64.i32 m[n]), i64.sum (map (\r -> i64.i32 r[n / 2]) m)]
