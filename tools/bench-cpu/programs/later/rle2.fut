-- ==
-- entry: main
-- notest input { 500000i64 }
entry main (n: i64) : i64 =
  let xs = map (\i -> (i * i / 7) % 3) (iota n)
  let starts = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let ids = scan (+) 0 (map i64.bool starts)
  let k = if n == 0 then 0 else ids[n - 1]
  let lens = reduce_by_index (replicate k 0) (+) 0 (map (\i -> i - 1) ids) (replicate n 1)
  let vals = scatter (replicate k 0) (map2 (\s i -> if s then i - 1 else -1) starts ids) xs
  in i64.sum (map2 (\l v -> l * l * (v + 1)) lens vals)
