-- Many short lists, each sorted by Shell's method, and their medians.
-- ==
-- entry: main
-- notest input { 3000i64 48i64 }
entry main (n: i64) (m: i64) : i64 =
  let lists = tabulate_2d n m (\i j -> i32.i64 (((i * m + j) * 7919 + 104729) % 10007))
  let insert (xs: *[m]i32) (gap: i64) (i: i64) : *[m]i32 =
    let x = xs[i]
    let (j, xs) = loop (j, xs) = (i, xs) while j >= gap && xs[j - gap] > x do (j - gap, xs with [j] = xs[j - gap])
    in xs with [j] = x
  let sort (xs: [m]i32) =
    let (xs, _) =
      loop (xs, gap) = (copy xs, m / 2) while gap > 0 do
        let xs = loop xs for d < m - gap do insert xs gap (gap + d)
        in (xs, gap / 2)
    in xs
  let sorted = map sort lists
  in i64.sum (map (\xs -> i64.i32 xs[m / 2]) sorted)
