-- Lines, words and the longest line and word of a text.
-- ==
-- entry: main
-- input { 200i64 } output { 15i64 31i64 27i64 11i64 }
-- notest input { 300000i64 }
def space (c: u8) = c == ' ' || c == '\n'
entry main (n: i64) =
  let text = map (\i -> let r = (i * i + i / 3) % 23 in if r == 0 then '\n' else if r < 5 then ' ' else u8.i64 (97 + r)) (iota n)
  let lines = i64.sum (map (\c -> i64.bool (c == '\n')) text)
  let words = i64.sum (map (\i -> i64.bool (!(space text[i]) && (i == 0 || space text[i - 1]))) (iota n))
  let run (f1, c1) (f2, c2) : (bool, i64) = if f2 then (true, c2) else (f1, c1 + c2)
  let longest stop =
    scan run (false, 0) (map (\c -> if stop c then (true, 0) else (false, 1)) text)
    |> map (.1)
    |> reduce i64.max 0
  in (lines, words, longest (== '\n'), longest space)
