-- k-means clustering (Lloyd 1957): points of d dimensions, the first k are the first
-- centres, a fixed number of steps.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def distance [d] (a: [d]f32) (b: [d]f32) : f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (centres: [k][d]f32) (p: [d]f32) : (i64, f32) =
  let less (i, a) (j, b) = if b < a || (b == a && j < i) then (j, b) else (i, a)
  in reduce_comm less (k, f32.inf) (zip (iota k) (map (distance p) centres))

-- ==
-- entry: main
-- input { 40i64 3i64 3i64 2i32 }
-- output { 0.23547721f32 [14i64, 13i64, 13i64] }
-- input { 9i64 2i64 2i64 1i32 }
-- output { 0.21107459f32 [5i64, 4i64] }
-- notest input { 1000i64 34i64 5i64 5i32 }
-- notest input { 494019i64 34i64 5i64 10i32 }
entry main (n: i64) (d: i64) (k: i64) (steps: i32) : (f32, [k]i64) =
  let points = tabulate_2d n d (\i j -> f32.i64 ((i * 7 + j) % k) + uniform (u32.i64 j) i)
  let centres =
    loop centres = take k points for _i < steps do
      let member = map (\p -> (nearest centres p).0) points
      let counts = reduce_by_index (replicate k 0) (+) 0 member (replicate n 1i32)
      let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) member points
      in map2 (\s c -> map (/ f32.i32 (i32.max 1 c)) s) sums counts
  let ends = map (nearest centres) points
  in (f32.sum (map (.1) ends) / f32.i64 n, reduce_by_index (replicate k 0) (+) 0 (map (.0) ends) (replicate n 1))
