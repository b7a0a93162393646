-- LMAD slices: element (i, j, …) of flat_index_2d xs o n1 s1 n2 s2 … is
-- xs[o + i·s1 + j·s2 + …]. Expected values are computed by that formula; an
-- array that holds its own indices shows them.
-- ==
-- entry: indexed
-- input { 20i64 } output { [2i64, 5i64, 8i64] [[1i64, 2i64], [5i64, 6i64], [9i64, 10i64]] [[[0i64, 1i64], [3i64, 4i64]], [[10i64, 11i64], [13i64, 14i64]]] [[9i64, 8i64], [5i64, 4i64]] }
entry indexed (n: i64) =
  let xs = iota n
  in (flat_index_1d xs 2 3 3,
      flat_index_2d xs 1 3 4 2 1,
      flat_index_3d xs 0 2 10 2 3 2 1,
      flat_index_2d xs 9 2 (-4) 2 (-1))

-- ==
-- entry: bounds
-- input { 10i64 0i64 3i64 3i64 } output { [[0i64, 1i64], [3i64, 4i64], [6i64, 7i64]] }
-- input { 10i64 2i64 3i64 3i64 } output { [[2i64, 3i64], [5i64, 6i64], [8i64, 9i64]] }
-- input { 10i64 3i64 3i64 3i64 } error: Slice 3 \+ \{\(3 : 3\), \(2 : 1\)\} out of bounds for array of shape \[10\]
-- input { 10i64 -1i64 1i64 1i64 } error: out of bounds
-- input { 10i64 50i64 0i64 1i64 } output { empty([0][2]i64) }
-- input { 10i64 0i64 -1i64 1i64 } error: out of bounds
-- input { 10i64 5i64 2i64 4611686018427387904i64 } error: out of bounds
-- input { 10i64 5i64 3i64 -9223372036854775808i64 } error: out of bounds
entry bounds (n: i64) (o: i64) (k: i64) (s: i64) = flat_index_2d (iota n) o k s 2 1

-- ==
-- entry: updated
-- input { 8i64 0i64 4i64 1i64 } output { [10i64, 11i64, 12i64, 3i64, 13i64, 14i64, 15i64, 7i64] }
-- input { 9i64 1i64 1i64 2i64 } output { [0i64, 10i64, 13i64, 11i64, 14i64, 12i64, 15i64, 7i64, 8i64] }
-- input { 8i64 1i64 1i64 3i64 } error: out of bounds
-- input { 8i64 0i64 2i64 1i64 } error: overlaps itself: it cannot be updated
-- input { 8i64 0i64 0i64 1i64 } error: overlaps itself: it cannot be updated
-- input { 8i64 3i64 4i64 1i64 } error: out of bounds
entry updated (n: i64) (o: i64) (s1: i64) (s2: i64) =
  flat_update_2d (iota n) o s1 s2 [[10, 11, 12], [13, 14, 15]]

-- Strides need not nest, as long as no two points are one. The values are computed
-- in their places all the same.
-- ==
-- entry: crossing
-- input { 3i64 2i64 } output { [100i64, 1i64, 110i64, 101i64, 120i64, 111i64, 6i64, 121i64, 8i64, 9i64, 10i64, 11i64, 12i64] }
-- copies: 0
-- input { 4i64 2i64 } output { [100i64, 1i64, 110i64, 101i64, 120i64, 111i64, 130i64, 121i64, 8i64, 131i64, 10i64, 11i64, 12i64] }
-- input { 4i64 3i64 } error: Slice 0 \+ \{\(4 : 2\), \(3 : 3\)\} overlaps itself
-- input { 0i64 9i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64, 12i64] }
-- input { 5i64 3i64 } error: out of bounds
entry crossing (n: i64) (m: i64) =
  flat_update_2d (iota 13) 0 2 3 (tabulate_2d n m (\i j -> 100 + 10 * i + j))

-- ==
-- entry: antidiagonal
-- input { 4i64 } output { [[0i64, 0i64, 0i64, 9i64], [0i64, 0i64, 9i64, 0i64], [0i64, 9i64, 0i64, 0i64], [9i64, 0i64, 0i64, 0i64]] }
-- input { 1i64 } output { [[9i64]] }
entry antidiagonal (n: i64) =
  unflatten (flat_update_1d (replicate (n * n) 0) (n - 1) (n - 1) (replicate n 9i64))

-- ==
-- entry: rows
-- input { 3i64 } output { [[[4i64, 5i64], [0i64, 1i64]]] }
entry rows (n: i64) = flat_index_2d (unflatten (iota (n * 2))) 2 1 0 2 (-2)

-- Strides that are known when the program runs need not nest, either. Element c of the
-- new values, row by row, is c + 1.
-- ==
-- entry: crossed2
-- input { 13i64 0i64 2i64 3i64 3i64 2i64 } output { [1i64, 0i64, 3i64, 2i64, 5i64, 4i64, 0i64, 6i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- copies: 0
-- input { 13i64 0i64 2i64 3i64 4i64 2i64 } output { [1i64, 0i64, 3i64, 2i64, 5i64, 4i64, 7i64, 6i64, 0i64, 8i64, 0i64, 0i64, 0i64] }
-- input { 13i64 0i64 2i64 3i64 4i64 3i64 } error: Slice 0 \+ \{\(4 : 2\), \(3 : 3\)\} overlaps itself
-- input { 13i64 10i64 -2i64 -3i64 3i64 2i64 } output { [0i64, 0i64, 0i64, 6i64, 0i64, 4i64, 5i64, 2i64, 3i64, 0i64, 1i64, 0i64, 0i64] }
-- input { 13i64 4i64 2i64 -3i64 3i64 2i64 } output { [0i64, 2i64, 0i64, 4i64, 1i64, 6i64, 3i64, 0i64, 5i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 13i64 0i64 2i64 3i64 5i64 3i64 } error: out of bounds
entry crossed2 (n: i64) (o: i64) (s1: i64) (s2: i64) (n1: i64) (n2: i64) =
  flat_update_2d (replicate n 0) o s1 s2 (tabulate_2d n1 n2 (\i j -> 1 + i * n2 + j))

-- ==
-- entry: crossed3
-- input { 24i64 6i64 [4i64, 3i64, 10i64] [2i64, 2i64, 2i64] } output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 3i64, 5i64, 0i64, 0i64, 7i64, 0i64, 0i64, 2i64, 0i64, 0i64, 4i64, 6i64, 0i64, 0i64, 8i64] }
-- input { 24i64 6i64 [4i64, 3i64, 7i64] [2i64, 2i64, 2i64] } error: overlaps itself
-- input { 24i64 6i64 [4i64, 3i64, 7i64] [2i64, 0i64, 2i64] } output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
entry crossed3 (n: i64) (o: i64) (s: [3]i64) (m: [3]i64) =
  flat_update_3d (replicate n 0) o s[0] s[1] s[2]
                 (tabulate_3d m[0] m[1] m[2] (\i j k -> 1 + (i * m[1] + j) * m[2] + k))

-- ==
-- entry: crossed4
-- input { 30i64 2i64 [4i64, 3i64, 10i64, 1i64] [2i64, 2i64, 1i64, 1i64] } output { [0i64, 0i64, 1i64, 0i64, 0i64, 2i64, 3i64, 0i64, 0i64, 4i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 30i64 2i64 [4i64, 3i64, 10i64, 1i64] [2i64, 2i64, 2i64, 2i64] } error: overlaps itself
-- input { 30i64 0i64 [4i64, 6i64, 9i64, 1i64] [2i64, 2i64, 2i64, 1i64] } output { [1i64, 0i64, 0i64, 0i64, 5i64, 0i64, 3i64, 0i64, 0i64, 2i64, 7i64, 0i64, 0i64, 6i64, 0i64, 4i64, 0i64, 0i64, 0i64, 8i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
entry crossed4 (n: i64) (o: i64) (s: [4]i64) (m: [4]i64) =
  flat_update_4d (replicate n 0) o s[0] s[1] s[2] s[3]
                 (unflatten_4d (map (+ 1) (iota (m[0] * m[1] * m[2] * m[3]))))

-- Each iteration of a map looks at its own slice.
-- ==
-- entry: each
-- input { [2i64, 4i64] } output { [[1i64, 0i64, 3i64, 2i64, 5i64, 4i64, 0i64, 6i64, 0i64, 0i64, 0i64, 0i64], [1i64, 0i64, 0i64, 2i64, 3i64, 0i64, 0i64, 4i64, 5i64, 0i64, 0i64, 6i64]] }
-- input { [2i64, 3i64] } error: Slice 0 \+ \{\(3 : 3\), \(2 : 3\)\} overlaps itself
entry each (ss: []i64) =
  map (\s -> flat_update_2d (replicate 12 0i64) 0 s 3 (tabulate_2d 3 2 (\i j -> 1 + 2 * i + j))) ss

-- By the names of Futhark's module intrinsics, as programs for 0.25.32 write them.
-- ==
-- entry: from_intrinsics
-- input { [0, 1, 2, 3, 4, 5, 6, 7, 8] } output { [[1, 2], [5, 6]] [0, 10, 11, 3, 4, 12, 13, 7, 8] [1, 3, 6, 10, 15, 21, 28, 36] }
def index_2d 'a [k] (xs: [k]a) (o: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) =
  intrinsics.flat_index_2d xs o n1 s1 n2 s2 :> [n1][n2]a
def scan = false
entry from_intrinsics (xs: []i32) =
  (index_2d xs 1 2 4 2 1, intrinsics.flat_update_2d (copy xs) 1 4 1 [[10, 11], [12, 13]],
   if scan then [] else intrinsics.scan (+) 0 xs[1:])
