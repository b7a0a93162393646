-- For each of q points its nearest among n others (PBBS's nearest neighbours): the points sorted into g x g
-- cells, and rings of cells around the query until no nearer one can come.
--
-- Expected results: by a direct search in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 30i64 3i64 6i64 }
-- output { [83i64, 29i64, 5i64] }
-- input { 2i64 1i64 1i64 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 1000i64 16i64 300i64 }
-- notest input { 30000i64 64i64 20000i64 }
-- notest input { 1000000i64 512i64 500000i64 }
entry main (n: i64) (g: i64) (q: i64) : [3]i64 =
  let points = tabulate n (\i -> (uniform 1 i, uniform 2 i))
  let cell x = i64.min (g - 1) (i64.f32 (x * f32.i64 g))
  let cells = map (\(x, y) -> cell y * g + cell x) points
  let counts = reduce_by_index (replicate (g * g) 0i64) (+) 0 cells (replicate n 1)
  let ends = scan (+) 0 counts
  let bits = 64 - i64.clz (g * g)
  let (_, order) =
    loop (ks, vs) = (cells, iota n) for b < bits do
      let ones = map (\k -> (k >> i64.i32 b) & 1) ks
      let zs = scan (+) 0 (map (1 -) ones)
      let os = scan (+) 0 ones
      let to = map3 (\o i j -> if o == 1 then zs[n - 1] + j - 1 else i - 1) ones zs os
      in (scatter (replicate n 0) to ks, scatter (replicate n 0) to vs)
  let sorted = map (\i -> points[i]) order
  let search (x, y) =
    let (cx, cy) = (cell x, cell y)
    let (best, at, _) =
      loop (best, at, r) = (f32.inf, -1, 0) while r < g && (r == 0 || best > (f32.i64 (r - 1) / f32.i64 g) ** 2) do
        let (best, at) =
          loop (best, at) for dy in -r...r do
            let step = if dy == -r || dy == r || r == 0 then 1 else 2 * r
            in (loop (best, at, dx) = (best, at, -r) while dx <= r do
                  let (u, v) = (cx + dx, cy + dy)
                  let (best, at) =
                    if u < 0 || u >= g || v < 0 || v >= g
                    then (best, at)
                    else
                      loop (best, at) for j in ends[v * g + u] - counts[v * g + u]..<ends[v * g + u] do
                        let (px, py) = sorted[j]
                        let d = (px - x) * (px - x) + (py - y) * (py - y)
                        in if d < best || (d == best && order[j] < at) then (d, order[j]) else (best, at)
                  in (best, at, dx + step)) |> \(b, a, _) -> (b, a)
        in (best, at, r + 1)
    in at
  let found = map (\k -> search (uniform 3 k, uniform 4 k)) (iota q)
  in [i64.sum found, i64.maximum found, i64.minimum found]
