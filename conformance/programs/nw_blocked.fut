-- Needleman–Wunsch by square blocks, in place: the score matrix lies in one
-- array, the blocks of an anti-diagonal are read and written as LMAD slices of
-- it and computed in parallel (thesis, chapter 6).
--
-- The matrix is (b·q + 1) × (b·q + 1) and has the gap penalties on its upper and
-- left border; penalty is subtracted for each gap, and scores[i, j] is the score
-- of matching row i with column j, in the matrix without its borders.
--
-- Expected results: with all scores 0 and penalty 1 the cell (i, j) is -|i - j|
-- (gaps are needed only to leave the diagonal); `compared` checks the blocked
-- result against the cell-by-cell definition for pseudo-random scores.
def mkval (i: i64) (j: i64) : i32 = i32.i64 ((i * 7919 + j * 104729 + i * j * 31) % 21) - 10

-- | One block: north has its upper neighbours with the corner first, west its
-- left neighbours.
def block [b] (penalty: i32) (scores: [b][b]i32) (north: [b + 1]i32) (west: [b]i32) : [b][b]i32 =
  loop cells = replicate b (replicate b 0) for i < b do
    loop cells for j < b do
      let above = if i == 0 then north[j + 1] else cells[i - 1, j]
      let left = if j == 0 then west[i] else cells[i, j - 1]
      let corner = if i == 0 then north[j] else if j == 0 then west[i - 1] else cells[i - 1, j - 1]
      in cells with [i, j] = i32.max (corner + scores[i, j]) (i32.max (above - penalty) (left - penalty))

def nw (b: i64) (q: i64) (penalty: i32) (scores: i64 -> i64 -> i32) : [b * q + 1][b * q + 1]i32 =
  let n = b * q + 1
  let start =
    tabulate_2d n n (\i j ->
                       if i == 0 then -(i32.i64 j) * penalty else if j == 0 then -(i32.i64 i) * penalty else 0)
  let blocks (m: *[n * n]i32) (first: i64) (count: i64) : *[n * n]i32 =
    -- Block k of the anti-diagonal has block row first_row + k.
    let first_row = i64.max 0 (first - q + 1)
    -- The corner above and left of its first block, and the step to the next.
    let corner = first_row * b * n + (first - first_row) * b
    let next = n * b - b
    let north = flat_index_2d m corner count next (b + 1) 1
    let west = flat_index_2d m (corner + n) count next b n
    let cells =
      map3 (\k top left ->
              let (i, j) = ((first_row + k) * b, (first - first_row - k) * b)
              in block penalty (tabulate_2d b b (\y x -> scores (i + y) (j + x))) top left)
           (iota count) north west
    in flat_update_3d m (corner + n + 1) next n 1 cells
  let m = loop m = copy (flatten start) for d < q do blocks m d (d + 1)
  let m = loop m for d < q - 1 do blocks m (q + d) (q - 1 - d)
  in unflatten m

def naive (n: i64) (penalty: i32) (scores: i64 -> i64 -> i32) : [n][n]i32 =
  let start =
    tabulate_2d n n (\i j ->
                       if i == 0 then -(i32.i64 j) * penalty else if j == 0 then -(i32.i64 i) * penalty else 0)
  in loop m = start for i in 1..<n do
       loop m for j in 1..<n do
         m with [i, j] = i32.max (m[i - 1, j - 1] + scores (i - 1) (j - 1))
                                 (i32.max (m[i - 1, j] - penalty) (m[i, j - 1] - penalty))

-- ==
-- entry: zero
-- input { 2i64 2i64 }
-- output { [[0i32, -1i32, -2i32, -3i32, -4i32], [-1i32, 0i32, -1i32, -2i32, -3i32], [-2i32, -1i32, 0i32, -1i32, -2i32], [-3i32, -2i32, -1i32, 0i32, -1i32], [-4i32, -3i32, -2i32, -1i32, 0i32]] }
-- copies: 0
-- input { 1i64 1i64 } output { [[0i32, -1i32], [-1i32, 0i32]] }
entry zero (b: i64) (q: i64) : [][]i32 = nw b q 1 (\_ _ -> 0)

-- ==
-- entry: compared
-- input { 4i64 3i64 } output { true }
-- allocs: 13 copies: 0
-- input { 3i64 5i64 } output { true }
-- allocs: 29 copies: 0
-- input { 5i64 1i64 } output { true }
-- allocs: 5 copies: 0
-- input { 1i64 6i64 } output { true }
-- allocs: 40 copies: 0
-- input { 8i64 3i64 } output { true }
-- input { 9i64 2i64 } output { true }
-- compiled input { 32i64 32i64 } output { true }
-- allocs: 1028 copies: 0
entry compared (b: i64) (q: i64) : bool =
  let n = b * q + 1
  -- A map over one thing, so that a device runs the million iterations itself.
  let cells = head (map (\_ -> naive n 3 mkval) (iota 1))
  in and (map2 (\r s -> and (map2 (==) r s)) (nw b q 3 mkval :> [n][n]i32) cells)
