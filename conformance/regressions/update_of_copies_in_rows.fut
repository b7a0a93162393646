-- Rows that are copies of an array, of which a slice is updated by a map over the same slice. With
-- nested parallelism spread over threads, one kernel gives the copies and the slices, and the copies
-- are made where the result lies: the heap interpreter took the slices for overwritten by that.
-- (The code that Lamina generated was right.) The result is computed by hand.
--
-- Found by: lamina fuzz --source, in the pipeline of GPUs, of random programs, one in 25,000.

-- ==
-- input { [-4i64, -4i64, -4i64] 3i64 } output { [[-1i64, -4i64, -4i64]] }
-- input { empty([0]i64) 3i64 } error: out of bounds
def main (xs: []i64) (n: i64) =
  tabulate 1 (\_ ->
                let x = copy xs
                in x with [0:1] = map (+ n) x[0:1])
