-- Rounding a size up to whole chunks overflowed, and reductions kept the results of all
-- chunks. These sizes are the borders of superchunks and of the waves in which a
-- reduction goes (docs/semantics.md); the sum of 0 to n - 1 is n (n - 1) / 2. Sizes that
-- take years are in TestSizesNearTheLimit, which now finds it.
-- ==
-- input { 0i64 } output { 0i64 -9223372036854775808i64 }
-- input { 1048577i64 } output { 549756338176i64 1048576i64 }
-- input { 67108864i64 } output { 2251799780130816i64 67108863i64 }
-- input { 67108865i64 } output { 2251799847239680i64 67108864i64 }
entry main (n: i64) = (i64.sum (iota n), i64.maximum (iota n))
