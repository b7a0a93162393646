-- A spanning forest by hooking roots to smaller roots and jumping pointers (Shiloach, Vishkin 1982).
--
-- Expected results: by union and find.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 20i64 25i64 }
-- output { [18i64, 2i64, 9i64] }
-- input { 1i64 1i64 }
-- output { [0i64, 1i64, 0i64] }
-- notest input { 1000i64 1500i64 }
-- notest input { 50000i64 100000i64 }
-- notest input { 1000000i64 4000000i64 }
entry main (n: i64) (m: i64) : [3]i64 =
  let us = tabulate m (\e -> i64.u32 (hash (u32.i64 (2 * e))) % n)
  let vs = tabulate m (\e -> i64.u32 (hash (u32.i64 (2 * e + 1))) % n)
  let jump (p: [n]i64) : [n]i64 =
    (loop (p, again) = (p, true) while again do
       let q = map (\a -> p[a]) p
       in (q, or (map2 (!=) p q))).0
  let (parent, taken, _) =
    loop (parent, taken, again) = (iota n, replicate m false, true) while again do
      let ru = map (\u -> parent[u]) us
      let rv = map (\v -> parent[v]) vs
      -- Each root takes the first edge that leads to a smaller root.
      let from = map2 (\a b -> if a == b then -1 else i64.max a b) ru rv
      let winner = reduce_by_index (replicate n i64.highest) i64.min i64.highest from (iota m)
      let hooked = map2 (\r e -> if e == i64.highest then r else i64.min ru[e] rv[e]) parent winner
      let taken = scatter taken (map (\e -> if e == i64.highest then -1 else e) winner) (map (const true) winner)
      in (jump hooked, taken, or (map (!= i64.highest) winner))
  let edges = i64.sum (map i64.bool taken)
  let roots = i64.sum (map2 (\i p -> i64.bool (i == p)) (iota n) parent)
  in [edges, roots, i64.sum parent]
