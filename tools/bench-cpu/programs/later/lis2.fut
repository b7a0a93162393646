-- The longest rise of each row, each place from all before it.
-- ==
-- entry: main
-- input { 5i64 20i64 } output { 8i32 31i32 }
-- notest input { 100i64 100i64 }
entry main (n: i64) (m: i64) =
  let rows = tabulate_2d n m (\i j -> i32.i64 ((i * 37 + j * j * 11 + j * 57) % 211))
  let longest (xs: [m]i32) =
    let best =
      loop best = replicate m 0i32 for i < m do
        let b = map2 (\x l -> if x < xs[i] then l else 0) xs[:i] best[:i] |> reduce i32.max 0
        in best with [i] = b + 1
    in i32.maximum best
  let ls = map longest rows
  in (i32.maximum ls, i32.sum ls)
