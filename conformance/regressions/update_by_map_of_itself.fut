-- An array is updated by a map over itself. Fusion turns the maps into one kernel, and
-- short-circuiting built the second result in place of the first: each thread wrote the new
-- value and then the old one, so the update was lost. (A write at the end of an iteration to
-- the iteration's own element was considered harmless, even if it belonged to another
-- result.)
--
-- Found by: the check of mem, which refuses results of one statement that overlap (rule
-- apart), and the heap interpreter, for which such overlaps, and reads of elements that
-- another array has overwritten, are errors (core/interp, TestResultsThatMeet). Generated
-- programs that overwrite arrays by values computed from them trigger it (conformance/fuzz,
-- TestUpdatesKeepTheirMeaning).

-- ==
-- entry: whole
-- input { [1i64, 2i64, 3i64] 10i64 }
-- output { [12i64, 14i64, 16i64] }
-- input { empty([0]i64) 10i64 }
-- output { empty([0]i64) }
entry whole [n] (m: [n]i64) (k: i64) : [n]i64 =
  let v = map (* 2) m
  let v[:] = map (+ k) v
  in v

-- ==
-- entry: slice
-- input { [1i64, 2i64, 3i64] 10i64 }
-- output { [12i64, 14i64, 16i64] }
entry slice [n] (m: [n]i64) (k: i64) : [n]i64 =
  let v = map (* 2) m
  let v[0:n] = map (+ k) v
  in v

-- Both arrays are needed.
-- ==
-- entry: kept
-- input { [1i64, 2i64, 3i64] 10i64 }
-- output { [12i64, 14i64, 16i64] [7i64, 9i64, 11i64] }
entry kept [n] (m: [n]i64) (k: i64) : ([n]i64, [n]i64) =
  let v = map (* 2) m
  let o = map (+ 5) v
  let v[:] = map (+ k) v
  in (v, o)

-- ==
-- entry: rows
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[3i32, 5i32, 7i32], [9i32, 11i32, 13i32]] }
entry rows [n] [m] (a: [n][m]i32) : [n][m]i32 =
  let v = map (map (* 2)) a
  let v[:, :] = map (map (+ 1)) v
  in v

-- ==
-- entry: rows_in_slices
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[3i32, 5i32, 7i32], [9i32, 11i32, 13i32]] }
entry rows_in_slices [n] [m] (a: [n][m]i32) : [n][m]i32 =
  let v = map (map (* 2)) a
  let v[0:n, 0:m] = map (map (+ 1)) v
  in v

-- Every row is replaced by its last element; the rows as they were are kept.
-- ==
-- entry: rows_kept
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[6i32, 6i32, 6i32], [12i32, 12i32, 12i32]] [[2i32, 4i32, 6i32], [8i32, 10i32, 12i32]] }
entry rows_kept [n] [m] (a: [n][m]i32) : (*[n][m]i32, *[n][m]i32) =
  let v = map (map (* 2)) a
  let old = map copy v
  let v[:, :] = map (\row -> replicate m row[m - 1]) v
  in (v, old)

-- x becomes 2x + 1 each time.
-- ==
-- entry: in_loop
-- input { [1i64, 2i64, 3i64] 4i64 }
-- output { [31i64, 47i64, 63i64] }
entry in_loop [n] (m: [n]i64) (steps: i64) : [n]i64 =
  loop v = copy m for _i < steps do
    let w = map (* 2) v
    let w[0:n] = map (+ 1) w
    in w

-- The same array is carried and updated.
-- ==
-- entry: carried
-- input { [1i64, 2i64, 3i64] 4i64 }
-- output { [7i64, 8i64, 9i64] }
entry carried [n] (m: [n]i64) (steps: i64) : [n]i64 =
  loop v = map (+ 2) m for _i < steps do
    let v[:] = map (+ 1) v
    in v

def relax [n] (xs: *[n]f64) : *[n]f64 =
  xs with [0:n] = map (* 0.5) xs

-- ==
-- entry: through_function
-- input { [1f64, 2f64, 3f64] }
-- output { [1f64, 2f64, 3f64] }
entry through_function [n] (xs: [n]f64) : [n]f64 =
  relax (map (* 2) xs)

-- ==
-- entry: unique_parameter
-- input { [1f64, 2f64, 3f64] }
-- output { [0.5f64, 1f64, 1.5f64] }
entry unique_parameter [n] (xs: *[n]f64) : [n]f64 =
  relax xs

-- The updated array is the second of two results.
-- ==
-- entry: other_order
-- input { [1i64, 2i64, 3i64] 10i64 }
-- output { [2i64, 4i64, 6i64] [12i64, 14i64, 16i64] }
entry other_order [n] (m: [n]i64) (k: i64) : ([n]i64, [n]i64) =
  let w = map (\x -> 2 * x + k) m
  let v = map (* 2) m
  let w[:] = copy v
  in (w, map (+ k) v)

-- Prefix sums that overwrite their input.
-- ==
-- entry: prefixes
-- input { [1i64, 2i64, 3i64] }
-- output { [2i64, 6i64, 12i64] }
entry prefixes [n] (m: [n]i64) : [n]i64 =
  let v = map (* 2) m
  let v[:] = scan (+) 0 v
  in v

-- Half of the array is updated by a map over all of it, at even places.
-- ==
-- entry: even
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] 10i64 }
-- output { [12i64, 4i64, 14i64, 8i64, 16i64] }
entry even [n] (m: [n]i64) (k: i64) : [n]i64 =
  let v = map (* 2) m
  let h = (n + 1) / 2
  let u = map (+ k) v
  let v[0:n:2] = u[0:h]
  in v

-- An array is updated by itself reversed and by itself transposed.
-- ==
-- entry: reversed
-- input { [1i64, 2i64, 3i64] }
-- output { [6i64, 4i64, 2i64] }
entry reversed [n] (m: [n]i64) : [n]i64 =
  let v = map (* 2) m
  let v[:] = copy (reverse v)
  in v

-- ==
-- entry: transposed
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[2i64, 6i64], [4i64, 8i64]] }
entry transposed [n] (m: [n][n]i64) : [n][n]i64 =
  let v = map (map (* 2)) m
  let v[:, :] = copy (transpose v)
  in v

-- Each place of the inside gets the sum of its neighbours.
-- ==
-- entry: stencil
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [2i64, 8i64, 12i64, 8i64] }
entry stencil [n] (m: [n]i64) : [n]i64 =
  let v = map (* 2) m
  let v[1:n - 1] = tabulate (n - 2) (\i -> v[i] + v[i + 2])
  in v
