-- Connected components by hooking and pointer jumping (Shiloach, Vishkin 1982).
--
-- Expected results: by union and find.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 30i64 20i64 }
-- output { [10i64, 9i64, 165i64] }
-- input { 12i64 0i64 }
-- output { [12i64, 1i64, 66i64] }
-- notest input { 1000i64 900i64 }
-- notest input { 2000000i64 4000000i64 }
entry main (n: i64) (m: i64) : [3]i64 =
  let edges = tabulate m (\e -> (i64.u32 (hash (u32.i64 (2 * e))) % n, i64.u32 (hash (u32.i64 (2 * e + 1))) % n))
  let (us, vs) = unzip edges
  let (parent, _, rounds) =
    loop (parent, changed, rounds) = (iota n, true, 0i64) while changed do
      let pu = map (\u -> parent[u]) us
      let pv = map (\v -> parent[v]) vs
      -- each root hooks to the least root beside it
      let hooked = reduce_by_index (copy parent) i64.min n (map2 i64.max pu pv) (map2 i64.min pu pv)
      let (jumped, _) =
        loop (p, again) = (hooked, true) while again do
          let q = map (\x -> p[x]) p
          in (q, or (map2 (!=) p q))
      in (jumped, or (map2 (!=) parent jumped), rounds + 1)
  let roots = map2 (\i p -> i64.bool (i == p)) (iota n) parent
  let sizes = reduce_by_index (replicate n 0i64) (+) 0 parent (replicate n 1)
  in [i64.sum roots, i64.maximum sizes, i64.sum parent + 0 * rounds]
