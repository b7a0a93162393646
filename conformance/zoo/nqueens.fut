-- In how many ways n queens stand on a board: the first rows are expanded at once with a filter,
-- the others are searched by each thread with a stack of its own.
--
-- Expected results: by backtracking in Python.
def search (n: i64) (row: i64) (columns: u32) (left: u32) (right: u32) : i64 =
  let all = (1u32 << u32.i64 n) - 1
  let free c l r = all & !(c | l | r)
  let stack = replicate 32 (0u32, 0u32, 0u32, 0u32)
  let stack = stack with [row] = (columns, left, right, free columns left right)
  let (found, _, _) =
    loop (found, stack, at) = (0, stack, row) while at >= row do
      let (c, l, r, f) = stack[at]
      in if at == n
         then (found + 1, stack, at - 1)
         else if f == 0
         then (found, stack, at - 1)
         else
           let bit = f & (0 - f)
           let stack = stack with [at] = (c, l, r, f & !bit)
           let (c, l, r) = (c | bit, (l | bit) << 1, (r | bit) >> 1)
           let stack = stack with [at + 1] = (c, l, r, free c l r)
           in (found, stack, at + 1)
  in found

-- ==
-- entry: main
-- input { 6i64 2i64 }
-- output { [4i64, 20i64] }
-- input { 4i64 1i64 }
-- output { [2i64, 4i64] }
-- notest input { 8i64 3i64 }
-- notest input { 10i64 3i64 }
-- notest input { 14i64 5i64 }
entry main (n: i64) (depth: i64) : [2]i64 =
  let boards =
    loop boards = [(0u32, 0u32, 0u32)] for _i < depth do
      let candidates =
        flatten (map (\(c, l, r) ->
                        tabulate n (\j ->
                                      let bit = 1u32 << u32.i64 j
                                      in (bit & (c | l | r) == 0, (c | bit, (l | bit) << 1, (r | bit) >> 1)))) boards)
      in map (.1) (filter (.0) candidates)
  let counts = map (\(c, l, r) -> search n depth c l r) boards
  in [i64.sum counts, length boards]
