-- An epidemic on a grid: who is ill infects neighbours by chance, recovers after some days, and is immune.
-- ==
-- entry: main
-- notest input { 250i64 30i32 }
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x45d9f3b
  let x = (x ^ (x >> 16)) * 0x45d9f3b
  in x ^ (x >> 16)

entry main (n: i64) (days: i32) : (i64, i64) =
  let start = tabulate_2d n n (\i j -> if hash (u32.i64 (i * n + j)) % 500 == 0 then 1i8 else 0)
  let step (grid: [n][n]i8) (day: i32) =
    tabulate_2d n n (\i j ->
                       let state = grid[i, j]
                       let ill di dj =
                         let (y, x) = (i + di, j + dj)
                         in y >= 0 && y < n && x >= 0 && x < n && grid[y, x] > 0
                       let around =
                         i32.bool (ill (-1) 0) + i32.bool (ill 1 0) + i32.bool (ill 0 (-1)) + i32.bool (ill 0 1)
                       let luck = f32.u32 (hash (u32.i64 (i * n + j) + u32.i32 day * 0x9e3779b9) % 1000) / 1000
                       in if state > 0
                          then if state == 5 then -1 else state + 1
                          else if state == 0 && luck > 0.7 ** f32.i32 around then 1 else state)
  let end = loop g = start for d < days do step g d
  let count p = i64.sum (map (\row -> i64.sum (map (\s -> i64.bool (p s)) row)) end)
  in (count (> 0), count (< 0))
