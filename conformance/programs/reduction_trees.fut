-- The order in which reductions and scans of floats combine is part of what a
-- program means: chunks of 1024 elements, superchunks of 1024 chunks. Here the
-- same tree is written down as loops, which keep their own order; all results
-- are numbers of differences.

-- f32s of very different sizes, so that the order of additions matters.
def numbers (seed: i64) (n: i64) : [n]f32 =
  map (\i ->
         let h = (i + seed * 7919) * 2654435761 % 1000003
         in f32.i64 (h - 500000) * (if h % 97 == 0 then 4096 else 0.37))
      (iota n)

def count_of (n: i64) (size: i64) : i64 = (n + size - 1) / size

-- The sum of xs[from : to], from left to right.
def run [n] (xs: [n]f32) (from: i64) (to: i64) : f32 =
  loop acc = 0 for i < to - from do acc + xs[from + i]

def superchunk [n] (xs: [n]f32) (from: i64) (to: i64) : f32 =
  loop acc = 0 for c < count_of (to - from) 1024 do
    let chunk = run xs (from + c * 1024) (i64.min to (from + (c + 1) * 1024))
    in if c == 0 then chunk else acc + chunk

def stated_sum [n] (xs: [n]f32) : f32 =
  loop acc = 0 for s < count_of n 1048576 do
    let part = superchunk xs (s * 1048576) (i64.min n ((s + 1) * 1048576))
    in if s == 0 then part else acc + part

def stated_scan [n] (xs: [n]f32) : [n]f32 =
  let (out, _, _, _, _) =
    loop (out, before, within, chunk, prefix) = (replicate n 0f32, 0f32, 0f32, 0f32, 0f32) for i < n do
      -- The result up to the previous element.
      let new_chunk = i % 1024 == 0
      let new_super = i % 1048576 == 0
      let within =
        if i == 0 || !new_chunk
        then within
        else if (i - 1024) % 1048576 == 0 then chunk else within + chunk
      let prefix =
        if i == 0 || !new_chunk
        then prefix
        else if i <= 1048576 then within else before + within
      let before = if new_super then prefix else before
      let chunk = if new_chunk then 0 + xs[i] else chunk + xs[i]
      let result = if i < 1024 then chunk else prefix + chunk
      in (out with [i] = result, before, within, chunk, prefix)
  in out

def differ (x: f32) (y: f32) : i64 = i64.bool (x != y)

-- ==
-- entry: sums
-- math: reproducible
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 0i64 }
-- input { 1024i64 } output { 0i64 }
-- input { 1025i64 } output { 0i64 }
-- input { 300000i64 } output { 0i64 }
-- input { 1051000i64 } output { 0i64 }
-- notest input { 9000001i64 } output { 0i64 }
entry sums (n: i64) : i64 =
  let xs = numbers 1 n
  in differ (stated_sum xs) (reduce (+) 0 xs)

-- ==
-- entry: scans
-- math: reproducible
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 0i64 }
-- input { 1024i64 } output { 0i64 }
-- input { 1025i64 } output { 0i64 }
-- input { 30000i64 } output { 0i64 }
-- compiled input { 1048577i64 } output { 0i64 }
-- compiled input { 1051000i64 } output { 0i64 }
-- notest input { 1048576i64 } output { 0i64 }
-- notest input { 1049600i64 } output { 0i64 }
-- notest input { 1049601i64 } output { 0i64 }
-- notest input { 2098177i64 } output { 0i64 }
-- notest input { 9000001i64 } output { 0i64 }
entry scans (n: i64) : i64 =
  let xs = numbers 2 n
  -- A map over one thing, so that a device runs the million iterations itself.
  let stated = head (map (\_ -> stated_scan xs) (iota 1))
  in i64.sum (map2 differ stated (scan (+) 0 xs))

-- Sums of 0 … i, and of 1 … i mod 1000 + 1, with exact operators whose operands are
-- returned as well.
-- ==
-- entry: exact_scans
-- math: reproducible
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 0i64 }
-- input { 1025i64 } output { 0i64 }
-- input { 3000i64 } output { 0i64 }
-- notest input { 1048577i64 } output { 0i64 }
-- notest input { 1049601i64 } output { 0i64 }
-- notest input { 9000001i64 } output { 0i64 }
entry exact_scans (n: i64) : i64 =
  let (xs, fs) = unzip (map (\i -> (i * 3 / 3, i % 1000 == 0)) (iota n))
  let sums = scan (+) 0 xs
  let (_, parts) = unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip fs (map (% 1000) xs)))
  let part i = let k = i % 1000 in k * (k + 1) / 2
  in i64.sum (map3 (\i s p -> i64.bool (xs[i] != i || s != i * (i + 1) / 2 || p != part i)) (iota n) sums parts)

-- The same tree in each row: many short ones, some of several chunks, a few long.
-- ==
-- entry: rows
-- math: reproducible
-- input { 3i64 0i64 } output { 0i64 }
-- input { 0i64 3i64 } output { 0i64 }
-- input { 1000i64 1i64 } output { 0i64 }
-- input { 700i64 16i64 } output { 0i64 }
-- input { 300i64 31i64 } output { 0i64 }
-- input { 70i64 128i64 } output { 0i64 }
-- input { 70i64 129i64 } output { 0i64 }
-- input { 33i64 256i64 } output { 0i64 }
-- input { 33i64 1000i64 } output { 0i64 }
-- input { 40i64 1024i64 } output { 0i64 }
-- input { 5i64 3000i64 } output { 0i64 }
-- input { 2i64 40000i64 } output { 0i64 }
-- compiled input { 1i64 1049000i64 } output { 0i64 }
-- notest input { 3i64 2097153i64 } output { 0i64 }
entry rows (n: i64) (m: i64) : i64 =
  let xss = unflatten (numbers 3 (n * m))
  in i64.sum (map2 differ (map stated_sum xss) (map (reduce (+) 0) xss))

-- Sums of rows of a cube; the rows' elements are returned, too.
-- ==
-- entry: cube
-- math: reproducible
-- input { 3i64 5i64 40i64 } output { 0i64 }
-- input { 3i64 5i64 400i64 } output { 0i64 }
-- input { 3i64 2i64 2100i64 } output { 0i64 }
entry cube (k: i64) (n: i64) (m: i64) : i64 =
  let xsss = unflatten_3d (numbers 4 (k * n * m))
  let (sums, halves) =
    unzip (map (\xss ->
                  unzip (map (\xs ->
                                let ys = map (* 0.3f32) xs in (reduce (+) 0 ys, ys)) xss)) xsss)
  in i64.sum (map2 differ (flatten (map (map stated_sum) halves)) (flatten sums))
     + i64.sum (map2 (\x y -> differ (x * 0.3) y) (flatten_3d xsss) (flatten_3d halves))

-- Columns, whose elements are far apart.
-- ==
-- entry: columns
-- math: reproducible
-- input { 200i64 30i64 } output { 0i64 }
-- input { 2000i64 30i64 } output { 0i64 }
entry columns (n: i64) (m: i64) : i64 =
  let xss = transpose (unflatten (numbers 5 (n * m)))
  in i64.sum (map2 differ (map stated_sum xss) (map (reduce (+) 0) xss))

-- ==
-- entry: row_scans
-- math: reproducible
-- input { 50i64 16i64 } output { 0i64 }
-- input { 5i64 3000i64 } output { 0i64 }
-- notest input { 3i64 2097153i64 } output { 0i64 }
entry row_scans (n: i64) (m: i64) : i64 =
  let xss = unflatten (numbers 6 (n * m))
  in i64.sum (map2 differ (flatten (map stated_scan xss)) (flatten (map (scan (+) 0) xss)))

-- An operator on pairs that does not commute: x ↦ a·x + b, one after the other.
def after (a: i64, b: i64) (c: i64, d: i64) : (i64, i64) = (c * a % 1009, (c * b + d) % 1009)

-- ==
-- entry: functions
-- math: reproducible
-- input { 10i64 20i64 } output { 0i64 }
-- input { 5i64 200i64 } output { 0i64 }
-- input { 3i64 5000i64 } output { 0i64 }
-- notest input { 1i64 1049000i64 } output { 0i64 }
entry functions (n: i64) (m: i64) : i64 =
  let fss = unflatten (map (\i -> (i * 31 % 1009, i * 17 % 1009)) (iota (n * m)))
  let got = map (reduce after (1, 0)) fss
  let want = map (\fs -> loop acc = (1, 0) for i < m do after acc fs[i]) fss
  in i64.sum (map2 (\(a, b) (c, d) -> i64.bool (a != c || b != d)) got want)
