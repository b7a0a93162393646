-- Constants show that an array has too few or too many elements for its new shape, behind the assertion that
-- fails: the program must be well-formed all the same, and end with that assertion. `lamina run --check`
-- refused these after inline or simplify. Futhark's interpreter fails at the same places.
--
-- Found by: a run with --check; no generator made such programs. Random programs of TAIL and APL go through whole
-- pipelines with the checker since then, but their reshapes are cyclic.

-- ==
-- entry: coerced
-- input { } error: cannot match shape

def first_n [n] (xs: [n]i64) (a: i64) : [a]i64 = map (+ 1) (xs :> [a]i64)

entry coerced = first_n (iota 6) 2

-- ==
-- entry: split
-- input { 1i64 } error: cannot match shape

def split_into [n] (xs: [n]i64) (a: i64) (b: i64) : [a][b]i64 = unflatten (xs :> [a * b]i64)

entry split (x: i64) =
  let two = x - x + 2
  in split_into (iota 6) two two

-- ==
-- entry: grown
-- input { 1i64 } error: cannot match shape

entry grown (x: i64) =
  let four = x - x + 4
  in reduce (+) 0 (flatten (transpose (split_into (map (* x) (iota 6)) four four)))

-- ==
-- entry: in_branch
-- input { true } output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] }
-- input { false } error: cannot match shape

entry in_branch (b: bool) = if b then split_into (iota 6) 2 3 else split_into (iota 7) 2 3

-- ==
-- entry: of_columns
-- input { [[1i64, 2i64], [3i64, 4i64]] } error: cannot match shape

entry of_columns (xss: [2][2]i64) = split_into (flatten (transpose xss)) 3 2
