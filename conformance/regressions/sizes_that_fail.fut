-- Constant propagation finds sizes that are negative, behind the assertion that fails: the
-- program must be well-formed all the same, and end with that assertion. `lamina dump --check`
-- refused these, before the first pass or after simplify. The messages are those of Futhark.
--
-- Found by: asking for a TAIL program `iota(~1)` with --check; no generator makes such sizes of constants.

-- ==
-- entry: range
-- input { } error: Range 0..1..<-1 is invalid

entry range = iota (-1)

-- ==
-- entry: called
-- input { 3i64 } error: Range 0..1..<-1 is invalid

def f (n: i64) = map (+ 1) (iota n)

entry called (x: i64) =
  let n = x - x - 1
  in f n

-- ==
-- entry: in_branch
-- input { true } output { [1i64, 2i64, 3i64] }
-- input { false } error: Range 0..1..<-2 is invalid

entry in_branch (b: bool) = if b then f 3 else f (-2)
