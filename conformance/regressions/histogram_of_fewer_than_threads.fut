-- A histogram of fewer elements than threads, on GPUs: threads process four elements at a
-- time. A thread without elements computed a negative count, hence a batch and a remainder
-- of elements that do not exist, and read before the start of the array.
--
-- Found by: lamina fuzz --source, by the pipeline of GPUs.

-- ==
-- entry: bins
-- input { [0i64, 1i64] } output { [0i64, 1i64, 0i64] }
-- input { [2i64, 2i64, 0i64] } output { [0i64, 0i64, 4i64] }
-- input { empty([0]i64) } output { [0i64, 0i64, 0i64] }
entry bins (xs: []i64) = reduce_by_index [0, 0, 0] (+) 0 xs xs

-- ==
-- entry: none
-- input { [3i64, -4i64] } output { empty([0]i64) }
entry none (xs: []i64) = reduce_by_index [] (+) 0 xs xs
