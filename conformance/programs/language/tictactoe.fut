-- A game as a record that moves are folded over.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { [0i64, 3i64, 1i64, 4i64, 2i64, 5i64] } output { [[1i8, 1i8, 1i8],  [2i8, 2i8, 0i8],  [0i8, 0i8, 0i8]] 1i8 }

type cell = i8
type board = [3][3]cell
type game = {b: board, turn: cell, winner: cell}
def winner (b: board) : cell =
  let same (x: [3]cell) = if x[0] != 0 && x[0] == x[1] && x[1] == x[2] then x[0] else 0
  let rows = map same b
  let cols = map same (transpose b)
  let diags = [same (map (\i -> b[i, i]) (iota 3)), same (map (\i -> b[i, 2 - i]) (iota 3))]
  in i8.maximum (rows ++ cols ++ diags)
def move (g: game) (pos: i64) : game =
  let (i, j) = (pos / 3, pos % 3)
  in if g.winner != 0 || g.b[i, j] != 0
     then g
     else
       let b = copy g.b with [i, j] = g.turn
       in g with b = b with turn = 3 - g.turn with winner = winner b
entry main [n] (moves: [n]i64) =
  let g = foldl move {b = replicate 3 (replicate 3 0), turn = 1, winner = 0} moves
  in (g.b, g.winner)
