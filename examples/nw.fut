-- Needleman–Wunsch: the score of the best global alignment of two sequences,
-- by dynamic programming along anti-diagonals.
--
-- A match scores 1, a mismatch -1, a gap -1. On anti-diagonal d lie the cells
-- (i, d - i); each needs its neighbours on the two diagonals before it, so that
-- all cells of a diagonal are computed in parallel.
--
-- Expected results: GATTACA against GCATGCG scores 0 (the example with these
-- scores in Wikipedia's article on the algorithm); the others follow from the
-- definition: a sequence aligned with itself scores its length n, with nothing
-- -n, and with one that shares no letter -n.
-- ==
-- entry: main
-- input { [71u8, 65u8, 84u8, 84u8, 65u8, 67u8, 65u8] [71u8, 67u8, 65u8, 84u8, 71u8, 67u8, 71u8] }
-- output { 0i32 }
-- input { [1u8, 2u8, 3u8, 4u8] [1u8, 2u8, 3u8, 4u8] } output { 4i32 }
-- input { [1u8, 2u8, 3u8] empty([0]u8) } output { -3i32 }
-- input { empty([0]u8) empty([0]u8) } output { 0i32 }
-- input { [1u8, 2u8, 3u8] [4u8, 5u8, 6u8] } output { -3i32 }

def gap : i32 = -1
def score (a: u8) (b: u8) : i32 = if a == b then 1 else -1

entry main [n] [m] (as: [n]u8) (bs: [m]u8) : i32 =
  -- Cell i of a diagonal is that of row i, for i from 0 to n.
  let rows = n + 1
  let nowhere = replicate rows 0i32
  let (_, last) =
    loop (before, previous) = (nowhere, nowhere) for d < n + m + 1 do
      let cell i =
        let j = d - i
        in if j < 0 || j > m
           then 0
           else if i == 0
           then gap * i32.i64 j
           else if j == 0
           then gap * i32.i64 i
           else
             let diagonal = before[i - 1] + score as[i - 1] bs[j - 1]
             let up = previous[i - 1] + gap
             let left = previous[i] + gap
             in i32.max diagonal (i32.max up left)
      in (previous, tabulate rows cell)
  in last[n]
