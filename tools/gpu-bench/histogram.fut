-- A histogram of k bins.
-- ==
-- notest random input { 1024i64 [134217728]i64 }
-- notest random input { 1048576i64 [134217728]i64 }
-- random input { 1000i64 [100000]i64 } auto output
entry main [n] (k: i64) (is: [n]i64): [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 (map (\i -> i64.abs i % k) is) (replicate n 1)
