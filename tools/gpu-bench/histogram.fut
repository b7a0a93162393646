-- A histogram of k bins, a power of two. The inputs are random; masked, they are
-- indices of bins.
-- ==
-- notest random input { 1024i64 [134217728]i64 }
-- notest random input { 1048576i64 [134217728]i64 }
-- random input { 1024i64 [100000]i64 } auto output
-- random input { 65536i64 [100000]i64 } auto output
entry main [n] (k: i64) (is: [n]i64) : [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 (map (& (k - 1)) is) (replicate n 1)
