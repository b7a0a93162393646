-- How often each letter is in each line, and the lines' commonest letters.
-- ==
-- entry: main
-- input { 4i64 30i64 } output { [0i32, 0i32, 9i32, 0i32, 6i32, 0i32, 6i32, 0i32, 1i32, 3i32, 3i32, 6i32, 3i32, 1i32, 8i32, 0i32, 4i32, 3i32, 4i32, 6i32, 2i32, 0i32, 3i32, 0i32, 7i32, 0i32] 41i64 }
-- notest input { 5000i64 60i64 }
entry main (n: i64) (m: i64) =
  let text = tabulate_2d n m (\i j -> u8.i64 ((i * j * 7 + i * 13 + j * j) % 40 + 90))
  let freq line =
    reduce_by_index (replicate 26 0i32) (+) 0
                    (map (\c -> if c >= 'a' && c <= 'z' then i64.u8 (c - 'a') else -1) line)
                    (map (const 1) line)
  let table = map freq text
  let commonest =
    map (\f ->
           (reduce_comm (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))
                        (-1, 26)
                        (zip f (iota 26))).1)
        table
  in (map i32.sum (transpose table), i64.sum commonest)
