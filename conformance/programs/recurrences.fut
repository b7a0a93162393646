-- Two-dimensional recurrences, with a private table for each row of the outer map: on a
-- GPU a work-group computes a table by anti-diagonals (docs/gpu.md).
--
-- Expected results: there are (2k choose k) paths on a grid from a corner to the opposite
-- one, k steps right and k down: 12870 for k = 8, 35345263800 for 19, and
-- 1832624140942590534 for 32 (OEIS A000984). From "intention" to "execution" it takes 5
-- edits (Jurafsky and Martin, Speech and Language Processing, section 2.5), none from a word
-- to itself, and 9 where two words of 9 letters have none in common.

-- | The paths to each point of a grid.
def paths (b: i64) : [b][b]i64 =
  loop cells = replicate b (replicate b 0) for i < b do
    loop cells for j < b do
      let above = if i == 0 then 0 else cells[i - 1, j]
      let left = if j == 0 then 0 else cells[i, j - 1]
      in cells with [i, j] = if i == 0 && j == 0 then 1 else above + left

-- ==
-- entry: grids
-- input { 3i64 9i64 } output { [12870i64, 25740i64, 38610i64] }
-- input { 2i64 20i64 } output { [35345263800i64, 70690527600i64] }
-- input { 1i64 33i64 } output { [1832624140942590534i64] }
-- input { 2i64 3i64 } output { [6i64, 12i64] }
-- input { 0i64 9i64 } output { empty([0]i64) }
entry grids (c: i64) (b: i64) : [c]i64 =
  map (\k -> (paths b)[b - 1, b - 1] * (k + 1)) (iota c)

-- | The distances between all beginnings of two words.
def edits [n] [m] (a: [n]u8) (b: [m]u8) : i32 =
  let border = tabulate_2d (n + 1) (m + 1) (\i j -> if i == 0 then i32.i64 j else if j == 0 then i32.i64 i else 0)
  let table =
    loop table = border for i < n do
      loop table for j < m do
        let changed = table[i, j] + (if a[i] == b[j] then 0 else 1)
        in table with [i + 1, j + 1] = i32.min changed (1 + i32.min table[i, j + 1] table[i + 1, j])
  in table[n, m]

-- ==
-- entry: distances
-- input { ["intention", "intention", "aaaaaaaaa", "execution"] ["execution", "intention", "bbbbbbbbb", "intention"] }
-- output { [5i32, 0i32, 9i32, 5i32] }
-- input { ["ab"] ["ba"] } output { [2i32] }
-- input { empty([0][3]u8) empty([0][2]u8) } output { empty([0]i32) }
entry distances [c] [n] [m] (as: [c][n]u8) (bs: [c][m]u8) : [c]i32 = map2 edits as bs

-- A single table for the whole program.
-- ==
-- entry: distance
-- input { "intention" "execution" } output { 5i32 }
-- input { "kitten" "sitting" } output { 3i32 }
entry distance [n] [m] (a: [n]u8) (b: [m]u8) : i32 = edits a b
