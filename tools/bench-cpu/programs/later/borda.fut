-- An election by Borda's count, and who wins against each other (Condorcet).
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 9i64 4i64 }
-- output { [19i64, 10i64, 18i64, 7i64] 3i64 }
-- notest input { 20000i64 8i64 }
entry main (voters: i64) (m: i64) : ([m]i64, i64) =
  let ballot v =
    let keys = map (\c -> hash (u32.i64 (v * m + c)) / (1 + u32.i64 c)) (iota m)
    in map (\c -> i64.sum (map (\d -> i64.bool (keys[d] > keys[c] || keys[d] == keys[c] && d < c)) (iota m))) (iota m)
  let ranks = map ballot (iota voters)
  let scores = reduce (map2 (+)) (replicate m 0) (map (map (\r -> m - 1 - r)) ranks)
  let beats a b = i64.sum (map (\r -> i64.bool (r[a] < r[b])) ranks) * 2 > voters
  let wins = map (\a -> i64.sum (map (\b -> i64.bool (a != b && beats a b)) (iota m))) (iota m)
  in (scores, i64.maximum wins)
