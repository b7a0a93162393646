-- The cheapest order of a chain of matrix products, by lengths.
-- ==
-- entry: main
-- input { 9i64 } output { 41165i64 }
-- notest input { 120i64 }
entry main (n: i64) : i64 =
  let dims = map (\i -> 5 + (i * i * 7 + 3 * i) % 43) (iota (n + 1))
  let cost =
    loop cost = replicate n (replicate n 0i64) for l in 1...n - 1 do
      let best i =
        let j = i + l
        in map (\k -> cost[i, i + k] + cost[i + k + 1, j] + dims[i] * dims[i + k + 1] * dims[j + 1]) (iota l)
           |> reduce i64.min i64.highest
      let row = map best (iota (n - l))
      in scatter_2d cost (map (\i -> (i, i + l)) (iota (n - l))) row
  in cost[0, n - 1]
