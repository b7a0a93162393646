-- ==
-- entry: main
-- notest input { 100000i64 }
entry main (n: i64) : i32 =
  let xs = map (\i -> i32.i64 ((i * 7919) % 10007)) (iota n)
  let med5 (a: [5]i32) : i32 =
    let a = copy a
    let a =
      loop a for i < 4 do
        loop a for j < 4 - i do
          if a[j] > a[j + 1]
          then
            let t = a[j]
            let a = a with [j] = a[j + 1] in a with [j + 1] = t
          else a
    in a[2]
  in i32.sum (map (\i -> med5 [xs[i], xs[i + 1], xs[i + 2], xs[i + 3], xs[i + 4]]) (iota (n - 4)))
