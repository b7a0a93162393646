-- Needleman–Wunsch by square blocks (see nw_blocked.fut) with the scores in a matrix,
-- which the kernels index after checks that may fail; an assertion states that the matrix
-- consists of q × q blocks and a border.
--
-- Expected results are those of the definition, cell by cell, evaluated by another
-- program; the upper and left border hold the gap penalties, and row 0 and column 0
-- of the scores are not used.
def block [b] (penalty: i32) (scores: [b][b]i32) (north: [b + 1]i32) (west: [b]i32) : [b][b]i32 =
  loop cells = replicate b (replicate b 0) for i < b do
    loop cells for j < b do
      let above = if i == 0 then north[j + 1] else cells[i - 1, j]
      let left = if j == 0 then west[i] else cells[i, j - 1]
      let corner = if i == 0 then north[j] else if j == 0 then west[i - 1] else cells[i - 1, j - 1]
      in cells with [i, j] = i32.max (corner + scores[i, j]) (i32.max (above - penalty) (left - penalty))

-- ==
-- entry: main
-- input { 3i64 4i64 2i32 [0i32, -2i32, -4i32, -6i32, -8i32, -10i32, -12i32, -14i32, -16i32, -18i32, -20i32, -22i32, -24i32, -2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -4i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -6i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -8i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -10i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -12i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -14i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -16i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -18i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -20i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -22i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, -24i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] [[-3i32, 4i32, -4i32, -1i32, -4i32, 2i32, 2i32, 2i32, 5i32, 1i32, -2i32, -4i32, 2i32], [-5i32, 1i32, 1i32, 4i32, -5i32, 2i32, -1i32, -2i32, 4i32, -4i32, 0i32, -5i32, -5i32], [-5i32, 5i32, 3i32, -5i32, 1i32, 5i32, -2i32, 1i32, -5i32, 3i32, -2i32, 2i32, 2i32], [3i32, -2i32, 0i32, -2i32, 5i32, -2i32, 2i32, -1i32, -5i32, 1i32, 3i32, 5i32, -4i32], [-3i32, 5i32, -1i32, -4i32, 0i32, 3i32, 1i32, 3i32, 5i32, -2i32, -1i32, -1i32, 4i32], [2i32, 3i32, 1i32, 4i32, -5i32, 2i32, -2i32, 1i32, 1i32, 5i32, -3i32, 0i32, 3i32], [5i32, 0i32, -4i32, 2i32, 5i32, 3i32, -4i32, -3i32, 3i32, 1i32, 0i32, 2i32, -5i32], [2i32, -5i32, -1i32, 4i32, 4i32, 4i32, 1i32, 5i32, -3i32, -3i32, 3i32, -2i32, -5i32], [-2i32, 3i32, 3i32, -2i32, 1i32, 3i32, 0i32, 4i32, 0i32, 2i32, -1i32, 5i32, 3i32], [4i32, -5i32, 1i32, 3i32, -3i32, 3i32, 3i32, -2i32, 1i32, -5i32, 2i32, 0i32, 4i32], [3i32, -2i32, 3i32, 1i32, 2i32, 0i32, 1i32, 0i32, -5i32, 3i32, 3i32, 4i32, 4i32], [0i32, 2i32, 4i32, -5i32, -2i32, 5i32, -3i32, 3i32, 4i32, -3i32, -4i32, 3i32, -1i32], [-5i32, 5i32, -4i32, -4i32, -5i32, 2i32, -5i32, -1i32, -2i32, -1i32, -4i32, 4i32, -3i32]] }
-- output { [0i32, -2i32, -4i32, -6i32, -8i32, -10i32, -12i32, -14i32, -16i32, -18i32, -20i32, -22i32, -24i32, -2i32, 1i32, -1i32, 0i32, -2i32, -4i32, -6i32, -8i32, -10i32, -12i32, -14i32, -16i32, -18i32, -4i32, 3i32, 4i32, 2i32, 1i32, 3i32, 1i32, -1i32, -3i32, -5i32, -7i32, -9i32, -11i32, -6i32, 1i32, 3i32, 2i32, 7i32, 5i32, 5i32, 3i32, 1i32, -1i32, -2i32, -2i32, -4i32, -8i32, -1i32, 1i32, 0i32, 5i32, 10i32, 8i32, 8i32, 8i32, 6i32, 4i32, 2i32, 2i32, -10i32, -3i32, 0i32, 5i32, 3i32, 8i32, 8i32, 9i32, 9i32, 13i32, 11i32, 9i32, 7i32, -12i32, -5i32, -2i32, 3i32, 10i32, 8i32, 6i32, 7i32, 12i32, 11i32, 13i32, 13i32, 11i32, -14i32, -7i32, -4i32, 2i32, 8i32, 14i32, 12i32, 11i32, 10i32, 9i32, 14i32, 12i32, 10i32, -16i32, -9i32, -4i32, 0i32, 6i32, 12i32, 14i32, 16i32, 14i32, 12i32, 12i32, 19i32, 17i32, -18i32, -11i32, -6i32, -1i32, 4i32, 10i32, 15i32, 14i32, 17i32, 15i32, 14i32, 17i32, 23i32, -20i32, -13i32, -8i32, -3i32, 2i32, 8i32, 13i32, 15i32, 15i32, 20i32, 18i32, 18i32, 21i32, -22i32, -15i32, -9i32, -5i32, 0i32, 7i32, 11i32, 16i32, 19i32, 18i32, 16i32, 21i32, 19i32, -24i32, -17i32, -11i32, -7i32, -2i32, 5i32, 9i32, 14i32, 17i32, 18i32, 16i32, 20i32, 18i32] }
-- copies: 0
-- input { 2i64 2i64 1i32 [0i32, 0i32, 0i32, 0i32] [[1i32, 1i32], [1i32, 1i32]] }
-- error: Assertion is false
entry main [n] (b: i64) (q: i64) (penalty: i32) (m: *[n * n]i32) (ref: [n][n]i32) : *[n * n]i32 =
  let m = assert (n == q * b + 1) m
  let m =
    loop m for d < q do
      let north = flat_index_2d m (d * b) (d + 1) (n * b - b) (b + 1) 1
      let west = flat_index_2d m (d * b + n) (d + 1) (n * b - b) b n
      let cells =
        map3 (\k top left ->
                block penalty (tabulate_2d b b (\y x -> ref[k * b + y + 1, (d - k) * b + x + 1])) top left)
             (iota (d + 1)) north west
      in flat_update_3d m (d * b + n + 1) (n * b - b) n 1 cells
  let m =
    loop m for d < q - 1 do
      let c = q - 1 - d
      let corner = (d + 1) * b * n + (q - 1) * b
      let north = flat_index_2d m corner c (n * b - b) (b + 1) 1
      let west = flat_index_2d m (corner + n) c (n * b - b) b n
      let cells =
        map3 (\k top left ->
                block penalty (tabulate_2d b b (\y x -> ref[(d + 1 + k) * b + y + 1, (q - 1 - k) * b + x + 1])) top left)
             (iota c) north west
      in flat_update_3d m (corner + n + 1) (n * b - b) n 1 cells
  in m
