-- Scans of many chunks, whose order of combination docs/semantics.md prescribes: compared with
-- loops that combine in that order, for operators that round, on single values, tuples and
-- arrays. Backends cut such scans into parts.

-- What n elements, n at most 2^20, scan to: chunks of 1024 from left to right, then the totals
-- of chunks.
def by_chunks 't [n] (op: t -> t -> t) (ne: t) (xs: [n]t) : *[n]t =
  let (out, _, _) =
    loop (out, acc, prefix) = (replicate n ne, ne, ne) for i < n do
      let (prefix, acc) =
        if i % 1024 != 0 || i == 0
        then (prefix, acc)
        else (if i == 1024 then acc else op prefix acc, ne)
      let acc = op acc xs[i]
      in (out with [i] = if i < 1024 then acc else op prefix acc, acc, prefix)
  in out

def element (i: i64) : f32 = f32.i64 (i * 7919 % 10007) / 77 - 60

-- ==
-- entry: sums
-- math: reproducible
-- input { 1000i64 } output { 0i64 }
-- input { 5000i64 } output { 0i64 }
-- input { 60001i64 } output { 0i64 }
entry sums (n: i64) : i64 =
  let xs = map element (iota n)
  in i64.sum (map2 (\x y -> i64.bool (x != y)) (scan (+) 0 xs) (by_chunks (+) 0 xs))

-- ==
-- entry: dear
-- math: reproducible
-- input { 5000i64 } output { 0i64 }
-- input { 60001i64 } output { 0i64 }
entry dear (n: i64) : i64 =
  let xs = map (\i -> f32.sin (element i) * f32.cos (f32.exp (element i / 100))) (iota n)
  in i64.sum (map2 (\x y -> i64.bool (x != y)) (scan (+) 0 xs) (by_chunks (+) 0 xs))

-- Affine maps under composition.
-- ==
-- entry: affine
-- math: reproducible
-- input { 5000i64 } output { 0i64 }
-- input { 60001i64 } output { 0i64 }
entry affine (n: i64) : i64 =
  let op (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let xs = map (\i -> (f64.f32 (element i) / 61, f64.i64 i)) (iota n)
  in i64.sum (map2 (\(a, b) (c, d) -> i64.bool (a != c || b != d)) (scan op (1, 0) xs) (by_chunks op (1, 0) xs))

-- Sums of integers since the last flag, and how many there are of each.
-- ==
-- entry: segments
-- input { 60001i64 } output { 0i64 }
entry segments (n: i64) : i64 =
  let op (f: bool, x: i32) (g: bool, y: i32) = (f || g, if g then y else x + y)
  let xs = map (\i -> (i * 7919 % 10007 < 500, i32.i64 i)) (iota n)
  in i64.sum (map2 (\(_, x) (_, y) -> i64.bool (x != y)) (scan op (false, 0) xs) (by_chunks op (false, 0) xs))

-- ==
-- entry: rows
-- math: reproducible
-- input { 5000i64 3i64 } output { 0i64 }
-- input { 20001i64 2i64 } output { 0i64 }
entry rows (n: i64) (m: i64) : i64 =
  let xs = tabulate_2d n m (\i j -> element (i * m + j))
  let expected = transpose (map (by_chunks (+) 0) (transpose xs))
  in i64.sum (map2 (\x y -> i64.bool (x != y)) (flatten (scan (map2 (+)) (replicate m 0) xs)) (flatten expected))

-- Affine maps of integers that wrap, and how many there are.
-- ==
-- entry: wrapping
-- input { 1000i64 } output { 0i64 }
-- input { 60001i64 } output { 0i64 }
entry wrapping (n: i64) : i64 =
  let op (a: u8, b: u8, k: i64) (c: u8, d: u8, l: i64) = (a * c, b * c + d, k + l)
  let xs = map (\i -> (u8.i64 (2 * i + 1), u8.i64 (i * i), 1i64)) (iota n)
  in i64.sum (map2 (\(a, b, k) (c, d, l) -> i64.bool (a != c || b != d || k != l))
                   (scan op (1, 0, 0) xs) (by_chunks op (1, 0, 0) xs))
