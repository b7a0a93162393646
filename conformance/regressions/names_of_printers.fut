-- Sizes that are named as the printers of C and of kernels name their own variables. A program's variable
-- is printed as its name, an underscore and its number, and the sizes of a copy's dimensions were size_0,
-- size_1 and so on: `const i64 size_1 = size_1` gave wrong results in C, and kernels with two parameters
-- count_1 did not compile. Names that printers make no longer have the form of a program's variables.
-- The results are computed by hand.
--
-- Found by: a plain program with a size named count. Random programs now have such names too.

-- ==
-- entry: sizes counts
-- input { 3i64 2i64 }
-- output { [[0i32, 1i32, 2i32], [10i32, 11i32, 12i32]] [[0i32, 10i32], [1i32, 11i32], [2i32, 12i32]] }
entry sizes (size: i64) (count: i64) : ([count][size]i32, [size][count]i32) =
  let a = tabulate_2d count size (\i j -> i32.i64 (10 * i + j))
  in (a, copy (transpose a))

entry counts (count: i64) (size: i64) : ([size][count]i32, [count][size]i32) =
  let a = tabulate_2d size count (\i j -> i32.i64 (10 * i + j))
  in (a, copy (transpose a))

-- ==
-- entry: of_one of_two of_three
-- input { [[[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]]] }
-- output { [[[1i32], [3i32], [5i32]], [[2i32], [4i32], [6i32]]] }
entry of_one [size] [count] [from] (to: [size][count][from]i32) : [from][count][size]i32 =
  tabulate_3d from count size (\i j k -> to[k, j, i])

entry of_two [count] [size] [to] (i: [count][size][to]i32) : [to][size][count]i32 =
  copy (transpose (map transpose (transpose i)))

entry of_three [from] [to] [size] (result: [from][to][size]i32) : [size][to][from]i32 =
  copy (transpose (map transpose (transpose result)))

#[noinline]
def both [entry_] (kernel: [entry_]i32) (result: i32) : ([entry_]i32, i32, i32) =
  (map (+ result) kernel, i32.sum kernel, result * result)

-- ==
-- entry: results
-- input { [1i32, 2i32, 3i32] 4i32 }
-- output { [5i32, 6i32, 7i32] 6i32 16i32 }
entry results [out] (result: [out]i32) (out_: i32) : ([out]i32, i32, i32) =
  both result out_
