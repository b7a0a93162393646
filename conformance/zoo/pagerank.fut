-- PageRank (Brin, Page 1998) by power iteration over the edges in order of their
-- targets; each node's in-edges are a segment of its own length.
--
-- Expected results: by power iteration with lists of edges.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def segmented_sum [m] (flags: [m]bool) (xs: [m]f32) : [m]f32 =
  (unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))).1

-- ==
-- entry: main
-- input { 20i64 3i32 }
-- output { [1.0000002f32, 1.8381574f32, 0.15f32, 1.3375599f32] }
-- input { 7i64 5i32 }
-- output { [1.0000002f32, 2.141688f32, 0.15f32, 1.706096f32] }
-- notest input { 1000i64 10i32 }
-- notest input { 1000000i64 20i32 }
entry main (n: i64) (steps: i32) : [4]f32 =
  -- node i has between 0 and 15 edges into it
  let degrees = tabulate n (\i -> i64.u32 (hash (u32.i64 i) % 16))
  let ends = scan (+) 0 degrees
  let starts = map2 (-) ends degrees
  let m = if n == 0 then 0 else ends[n - 1]
  let flags = scatter (replicate m false) (map2 (\s d -> if d > 0 then s else -1) starts degrees) (replicate n true)
  let sources = tabulate m (\e -> i64.u32 (hash (u32.i64 e + 0x2468ace)) % n)
  let out_degree = reduce_by_index (replicate n 0i32) (+) 0 sources (replicate m 1)
  let rank = replicate n (1 / f32.i64 n)
  let rank =
    loop rank for _i < steps do
      let share = map2 (\r o -> if o == 0 then 0 else r / f32.i32 o) rank out_degree
      let lost = f32.sum (map2 (\r o -> if o == 0 then r else 0) rank out_degree)
      let sums = segmented_sum flags (map (\s -> share[s]) sources)
      in map2 (\e d -> 0.15 / f32.i64 n + 0.85 * ((if d > 0 then sums[e - 1] else 0) + lost / f32.i64 n)) ends degrees
  in [f32.sum rank, f32.i64 n * f32.maximum rank, f32.i64 n * f32.minimum rank, f32.i64 n * f32.sum (map (\r -> r * r) rank)]
