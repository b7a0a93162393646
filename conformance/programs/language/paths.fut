-- Paths of fields and indices in updates, in lets and in sections. Futhark 0.25.32 knows none
-- of those that mix the two: the results follow from the definitions.

type inner = {b: i32, c: [2]i32}

def mk (n: i64) : *{a: [n]i32, k: i64} = {a = map i32.i64 (iota n), k = n}

-- An array in a record: the other fields stay.
-- ==
-- entry: field_index
-- input { 3i64 7 } output { [0, 7, 2] 3i64 }
-- input { 1i64 7 } error: Index
entry field_index (n: i64) (x: i32) : ([n]i32, i64) =
  let r = mk n with a[1] = x
  in (r.a, r.k)

-- The same by let, again and again.
-- ==
-- entry: lets
-- input { 4i64 } output { [10, 1, 3, 3] 8i64 }
entry lets (n: i64) : ([n]i32, i64) =
  let r = mk n
  let r.a[0] = 10
  let r.a[2] = r.a[n - 1]
  let r.k = r.k * 2
  in (r.a, r.k)

-- A field of an element: the others of its fields stay, and so do the other elements.
-- ==
-- entry: element_field
-- input { [1, 2, 3] [4, 5, 6] 1i64 } output { [1, 2, 3] [4, 50, 6] }
-- input { [1, 2, 3] [4, 5, 6] 3i64 } error: Index
entry element_field [n] (xs: [n]i32) (ys: [n]i32) (i: i64) =
  let zs = map2 (\x y -> {x, y}) xs ys
  let zs[i].y = 50
  in (map (.x) zs, map (.y) zs)

-- Records in an array in a record, and an array in those records, replaced whole.
-- ==
-- entry: deep
-- input { 3i64 2i64 } output { [0, 1, 9] [[0, 0], [1, 2], [8, 8]] 5 }
entry deep (n: i64) (i: i64) : ([n]i32, [n][2]i32, i32) =
  let r = {p = {q = tabulate n (\j -> {b = i32.i64 j, c = [i32.i64 j, 2 * i32.i64 j]} : inner), s = 5i32}}
  let r = r with p.q[0].b = 0
  let r = (r with p.q[i].b = 9) with p.q[i].c = [8, 8]
  in (map (.b) r.p.q, map (.c) r.p.q, r.p.s)

-- Tuples have paths, too; an index may be of several dimensions, or a slice.
-- ==
-- entry: tuples
-- input { 2i64 3i64 } output { [[0i64, 1i64, 2i64], [3i64, 4i64, 77i64]] [[0i64, 5i64, 6i64], [0i64, 5i64, 6i64]] }
entry tuples (n: i64) (m: i64) : ([n][m]i64, [n][m]i64) =
  let t = (unflatten (iota (n * m)), replicate n (iota m))
  let t = t with 0[n - 1, m - 1] = 77
  let t.1[:, 1:] = replicate n (map (+ 4) (iota m)[1:])
  in t

-- What is not on the path is not consumed.
-- ==
-- entry: rest
-- input { [1, 2, 3] } output { [9, 2, 3] [1, 2, 3] [1, 2, 3] }
entry rest [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  let r = {u = copy xs, v = xs}
  let s = r with u[0] = 9
  in (s.u, s.v, xs)

-- In a loop, on every element, with values of the record that is updated.
-- ==
-- entry: loops
-- input { 5i64 } output { [0i64, 1i64, 3i64, 6i64, 10i64] 10i64 }
entry loops (n: i64) : ([n]i64, i64) =
  let r =
    loop r = {sums = replicate n 0i64, last = 0i64} for i < n do
      let r.last = r.last + i
      let r.sums[i] = r.last
      in r
  in (r.sums, r.last)

-- In a parallel map: each element changes its own record.
-- ==
-- entry: mapped
-- input { [3i64, 1i64, 2i64] } output { [[1i64, 0i64, 0i64, 3i64], [1i64, 1i64, 0i64, 0i64], [1i64, 0i64, 2i64, 0i64]] }
entry mapped [n] (xs: [n]i64) : [n][4]i64 =
  map (\x ->
         let r = {a = replicate 4 0i64, y = x}
         let r.a[0] = 1
         let r.a[r.y] = r.y
         in r.a) xs

-- Sections.
-- ==
-- entry: sections
-- input { [[1, 2], [3, 4]] } output { [2, 4] [1, 3] [3, 4] [1, 3] 4 }
entry sections [n] [m] (xss: [n][m]i32) =
  let rs = map (\xs -> {a = map (\x -> {x, y = {z = x}}) xs}) xss
  let j = m - 1
  in ( map (.a[j].y.z) rs
     , map (.[0]) xss
     , map (.x) ((.[1].a) rs)
     , map (.a[0].x) rs
     , (.[1].a[1].x) rs)

-- An index of a section out of bounds.
-- ==
-- entry: section_bounds
-- input { [1, 2, 3] 2i64 } output { 3 }
-- input { [1, 2, 3] 3i64 } error: Index
entry section_bounds [n] (xs: [n]i32) (i: i64) = (.f[i]) {f = xs}
