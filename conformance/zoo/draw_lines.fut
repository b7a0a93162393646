-- Lines drawn into a square image of n x n points: how many points each line has differs, so that
-- all points are made at once, each with its line's number (Blelloch 1990, line drawing).
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def points_of (x0: i64, y0: i64, x1: i64, y1: i64) : i64 =
  1 + i64.max (i64.abs (x1 - x0)) (i64.abs (y1 - y0))

-- For each element as many copies of its index as the element says.
def copies [n] (counts: [n]i64) : []i64 =
  let ends = scan (+) 0 counts
  let total = if n == 0 then 0 else ends[n - 1]
  let starts = map2 (-) ends counts
  let marks = reduce_by_index (replicate total 0) i64.max 0 starts (iota n)
  in scan i64.max 0 marks

-- ==
-- entry: main
-- input { 3i64 10i64 }
-- output { [19i64, 1i64, 19i64] }
-- input { 1i64 4i64 }
-- output { [2i64, 1i64, 2i64] }
-- notest input { 100i64 100i64 }
-- notest input { 2000i64 500i64 }
-- notest input { 200000i64 1000i64 }
entry main (lines: i64) (n: i64) : [3]i64 =
  let coordinate k s = i64.u32 (hash (u32.i64 k * 4 + s)) % n
  let ls = tabulate lines (\k -> (coordinate k 0, coordinate k 1, coordinate k 2, coordinate k 3))
  let counts = map points_of ls
  let starts = map2 (-) (scan (+) 0 counts) counts
  let owner = copies counts
  let at =
    map2 (\k i ->
            let (x0, y0, x1, y1) = ls[k]
            let (j, steps) = (i - starts[k], i64.max 1 (counts[k] - 1))
            in (x0 + (x1 - x0) * j / steps, y0 + (y1 - y0) * j / steps)) owner (indices owner)
  let image = reduce_by_index_2d (replicate n (replicate n 0i32)) (+) 0 at (map (const 1) at)
  in [length owner, i64.i32 (i32.maximum (flatten image)), i64.sum (map (\c -> i64.bool (c > 0)) (flatten image))]
