-- Breadth-first search, level by level: each node of the frontier marks its
-- neighbours (Harish, Narayanan 2007). A random graph of n nodes, d edges each.
--
-- Expected results: by a search with a queue.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 50i64 2i64 }
-- output { [1i64, 1i64, 2i64, 3i64, 6i64, 8i64, 7i64, 6i64, 4i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 7i64 3i64 }
-- output { [1i64, 2i64, 3i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- notest input { 4096i64 6i64 }
-- notest input { 4194304i64 6i64 }
entry main (n: i64) (d: i64) : [32]i64 =
  let edges = tabulate_2d n d (\i j -> i64.u32 (hash (u32.i64 (i * d + j))) % n)
  let depth = tabulate n (\i -> if i == 0 then 0i32 else -1)
  let (depth, _, _) =
    loop (depth, frontier, level) = (depth, [0i64], 0i32) while length frontier > 0 do
      let targets = flatten (map (\i -> edges[i]) frontier)
      let fresh = filter (\t -> depth[t] < 0) targets
      let depth = scatter (copy depth) fresh (map (const (level + 1)) fresh)
      -- the first edge that reaches a node puts it into the next frontier
      let owner = reduce_by_index (replicate n i64.highest) i64.min i64.highest fresh (indices fresh)
      let next = map (.1) (filter (\(k, t) -> owner[t] == k) (zip (indices fresh) fresh))
      in (depth, next, level + 1)
  in reduce_by_index (replicate 32 0) (+) 0 (map i64.i32 depth) (replicate n 1)
