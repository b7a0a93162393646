-- ==
-- entry: main
-- notest input { 400i64 20i32 }
entry main (n: i64) (steps: i32) : i64 =
  let g = tabulate_2d n n (\i j -> u8.bool ((i * 31 + j * 17 + i * j) % 5 < 2))
  let step g =
    tabulate_2d n n (\i j ->
                       let at a b = g[(a + n) % n, (b + n) % n]
                       let s = at (i - 1) (j - 1) + at (i - 1) j + at (i - 1) (j + 1) + at i (j - 1) + at i (j + 1) + at (i + 1) (j - 1) + at (i + 1) j + at (i + 1) (j + 1)
                       in u8.bool (s == 3 || (s == 2 && g[i, j] == 1)))
  let g = loop g for _i < steps do step g
  in i64.sum (map i64.u8 (flatten g))
