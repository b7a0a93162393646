-- The Abelian sandpile: cells with four grains or more give one to each neighbour, until there are none.
-- ==
-- entry: main
-- notest input { 60i64 60i64 2000i32 }
entry main (n: i64) (m: i64) (most: i32) : (i64, i64, i32) =
  let first = tabulate_2d n m (\i j -> if i == n / 2 && j == m / 2 then 6000i32 else i32.i64 ((i * 7 + j * 3) % 4))
  let topple (g: [n][m]i32) : [n][m]i32 =
    tabulate_2d n m (\i j ->
                       let from a b = if a < 0 || a >= n || b < 0 || b >= m then 0 else g[a, b] / 4
                       in g[i, j] % 4 + from (i - 1) j + from (i + 1) j + from i (j - 1) + from i (j + 1))
  let (g, steps) =
    loop (g, t) = (first, 0i32) while t < most && i32.maximum (map i32.maximum g) >= 4 do (topple g, t + 1)
  in (i64.sum (map (\row -> i64.sum (map i64.i32 row)) g), i64.sum (map (\row -> i64.sum (map (\x -> i64.bool (x == 3)) row)) g), steps)
