-- Convex hulls of point sets by wrapping.
-- ==
-- entry: main
-- input { 3i64 20i64 } output { 19i64 616647.0f64 }
-- notest input { 20i64 400i64 }
entry main (n: i64) (m: i64) =
  let xs = tabulate_2d n m (\i j -> f64.i64 ((i * 13 + j * j * 29 + j) % 997))
  let ys = tabulate_2d n m (\i j -> f64.i64 ((i * 71 + j * j * 37 + i * j) % 991))
  let hull (xs: [m]f64) (ys: [m]f64) =
    let first = reduce (\i j -> if xs[i] < xs[j] || (xs[i] == xs[j] && i <= j) then i else j) 0 (iota m)
    let next p =
      reduce (\a b ->
                let c = (xs[a] - xs[p]) * (ys[b] - ys[p]) - (ys[a] - ys[p]) * (xs[b] - xs[p])
                in if a == p then b else if b == p then a else if c < 0 then b else a)
             p
             (iota m)
    let (_, size, area) =
      loop (p, size, area) = (first, 0i64, 0) while size == 0 || (p != first && size < m) do
        let q = next p
        in (q, size + 1, area + xs[p] * ys[q] - xs[q] * ys[p])
    in (size, f64.abs area / 2)
  let (sizes, areas) = unzip (map2 hull xs ys)
  in (i64.sum sizes, f64.maximum areas)
