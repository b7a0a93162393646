-- Distances from a vertex of a graph, whose edges are in compressed rows, level by level.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { [0i64,2i64,3i64,5i64,5i64] [1i64,2i64,3i64,3i64,4i64] 0i64 } output { [0i64, 1i64, 1i64, 2i64, 2i64] }

def bfs [n] [m] (offsets: [n]i64) (edges: [m]i64) (src: i64) : [n]i64 =
  let dist = replicate n (-1) with [src] = 0
  let (dist, _, _) =
    loop (dist, front, d) = (dist, [src], 0i64) while length front > 0 do
      let deg v = (if v + 1 < n then offsets[v + 1] else m) - offsets[v]
      let degs = map deg front
      let offs = scan (+) 0 degs
      let total = if length offs == 0 then 0 else last offs
      let starts = map2 (-) offs degs
      let owner = scan i64.max 0 (reduce_by_index (replicate total 0) i64.max 0 starts (indices front))
      let nbrs = map2 (\k o -> edges[offsets[front[o]] + k - starts[o]]) (iota total) owner
      let new = filter (\v -> dist[v] < 0) nbrs
      let uniq = reduce_by_index (replicate n false) (||) false new (map (const true) new)
      let next = filter (\v -> uniq[v]) (iota n)
      let dist = scatter dist next (map (const (d + 1)) next)
      in (dist, next, d + 1)
  in dist
entry main = bfs
