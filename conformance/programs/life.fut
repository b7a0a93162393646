-- Conway's game of life on a torus.
--
-- Expected results: a blinker turns each step, a block stays, and a glider on a
-- 6 × 6 torus is back, moved by (1, 1), after four steps (all well known).
-- ==
-- entry: main
-- input { 1i32 [[false, false, false, false, false], [false, false, true, false, false], [false, false, true, false, false], [false, false, true, false, false], [false, false, false, false, false]] }
-- output { [[false, false, false, false, false], [false, false, false, false, false], [false, true, true, true, false], [false, false, false, false, false], [false, false, false, false, false]] }
-- input { 7i32 [[false, false, false, false], [false, true, true, false], [false, true, true, false], [false, false, false, false]] }
-- output { [[false, false, false, false], [false, true, true, false], [false, true, true, false], [false, false, false, false]] }
-- input { 4i32 [[false, true, false, false, false, false], [false, false, true, false, false, false], [true, true, true, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] }
-- output { [[false, false, false, false, false, false], [false, false, true, false, false, false], [false, false, false, true, false, false], [false, true, true, true, false, false], [false, false, false, false, false, false], [false, false, false, false, false, false]] }

def neighbours [h] [w] (board: [h][w]i32) : [h][w]i32 =
  let rows = map2 (map2 (+)) (map2 (map2 (+)) (rotate (-1) board) board) (rotate 1 board)
  let sides = map (\row -> map2 (+) (map2 (+) (rotate (-1) row) row) (rotate 1 row)) rows
  in map2 (map2 (-)) sides board

def step [h] [w] (board: [h][w]i32) : [h][w]i32 =
  map2 (map2 (\n cell -> if n == 3 || (n == 2 && cell == 1) then 1 else 0))
       (neighbours board) board

entry main [h] [w] (steps: i32) (board: [h][w]bool) : [h][w]bool =
  let cells = map (map i32.bool) board
  in map (map bool.i32) (iterate steps step cells)
