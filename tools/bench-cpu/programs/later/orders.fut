-- Orders joined with customers: revenue, number and greatest order by country, and the best country.
-- ==
-- entry: main
-- notest input { 200000i64 5000i64 60i64 }
entry main (orders: i64) (customers: i64) (countries: i64) : (i64, f64, i64, f64) =
  let country = map (\c -> (c * 31 + c / 7) % countries) (iota customers)
  let customer = map (\o -> (o * 7919 + o / 13) % customers) (iota orders)
  let price = map (\o -> f64.i64 ((o * 104729) % 9973) / 100) (iota orders)
  let valid = map2 (\o p -> p > 5 && o % 11 != 0) (iota orders) price
  let key = map2 (\v c -> if v then country[c] else -1) valid customer
  let revenue = reduce_by_index (replicate countries 0) (+) 0 key price
  let number = reduce_by_index (replicate countries 0i64) (+) 0 key (replicate orders 1)
  let greatest = reduce_by_index (replicate countries 0) f64.max 0 key price
  let mean = map2 (\r c -> if c == 0 then 0 else r / f64.i64 c) revenue number
  let (best, most) = reduce_comm (\(i, x) (j, y) -> if x > y || (x == y && i < j) then (i, x) else (j, y)) (-1, -1) (zip (iota countries) mean)
  in (best, most, i64.sum number, f64.sum greatest)
