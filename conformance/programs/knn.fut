-- The k nearest of n points in the plane to a given one, nearest first; of two
-- at the same distance the one with the lower index.
--
-- Expected results by hand; `line` has points 0, 1, … on a line, of which those
-- around the middle are nearest to it.
def nearest [n] (distances: [n]f32) (taken: [n]bool) : (f32, i64) =
  let closer (d, i) (e, j) =
    if i < 0
    then (e, j)
    else if j < 0
    then (d, i)
    else if e < d || (e == d && j < i) then (e, j) else (d, i)
  in reduce closer (f32.inf, -1)
            (map3 (\d t i -> if t then (f32.inf, -1) else (d, i)) distances taken (iota n))

def knn [n] (k: i64) (xs: [n]f32) (ys: [n]f32) (x: f32) (y: f32) : ([k]i64, [k]f32) =
  let distances = map2 (\a b -> f32.sqrt ((a - x) * (a - x) + (b - y) * (b - y))) xs ys
  let (_, places, found) =
    loop (taken, places, found) = (replicate n false, replicate k (-1), replicate k f32.inf) for i < k do
      let (d, j) = nearest distances taken
      let found[i] = d
      let places[i] = j
      in (scatter taken [j] [true], places, found)
  in (places, found)

-- ==
-- entry: main
-- input { 2i64 [0f32, 3f32, 1f32, 3f32] [0f32, 4f32, 0f32, 4f32] 0f32 0f32 }
-- output { [0i64, 2i64] [0f32, 1f32] }
-- input { 3i64 [0f32, 3f32, 1f32, 3f32] [0f32, 4f32, 0f32, 4f32] 3f32 4f32 }
-- output { [1i64, 3i64, 2i64] [0f32, 0f32, 4.472136f32] }
-- input { 2i64 [1f32] [1f32] 1f32 0f32 } output { [0i64, -1i64] [1f32, f32.inf] }
entry main [n] (k: i64) (xs: [n]f32) (ys: [n]f32) (x: f32) (y: f32) = knn k xs ys x y

-- ==
-- entry: line
-- input { 101i64 5i64 } output { [50i64, 49i64, 51i64, 48i64, 52i64] }
-- copies: 0
-- compiled input { 1000001i64 5i64 } output { [500000i64, 499999i64, 500001i64, 499998i64, 500002i64] }
-- allocs: 23 copies: 0
entry line (n: i64) (k: i64) =
  (knn k (map f32.i64 (iota n)) (replicate n 0) (f32.i64 (n / 2)) 0).0
