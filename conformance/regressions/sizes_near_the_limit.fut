-- Rounding a size up to whole chunks overflowed, and reductions kept the results of all
-- chunks, in unbounded memory. These sizes are the boundaries of superchunks;
-- TestReduceInWaves covers waves of them. The sum of 0 to n - 1 is n (n - 1) / 2.
-- TestSizesNearTheLimit, which now finds the bug, has sizes that would take years.
-- ==
-- input { 0i64 } output { 0i64 -9223372036854775808i64 }
-- input { 1048577i64 } output { 549756338176i64 1048576i64 }
entry main (n: i64) = (i64.sum (iota n), i64.maximum (iota n))
