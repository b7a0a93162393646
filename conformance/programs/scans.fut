-- Scans whose operators are functions of tuples, and scans of the rows of an array. On GPUs blocks
-- of elements get their prefixes from earlier blocks, whatever the operator, in fast mode; rows
-- follow each other, and a block may hold the ends and beginnings of several. Every entry point
-- compares with a sequential loop, to the bit, and returns the outcome: the operators are exact,
-- and only those that say so are commutative.
-- ==
-- entry: lines fastest matrices flags longest
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 2049i64 } output { true }
-- input { 9001i64 } output { true }

-- ==
-- entry: rows
-- input { 3i64 100i64 } output { true }
-- input { 0i64 500i64 } output { true }
-- input { 500i64 0i64 } output { true }
-- input { 1i64 9000i64 } output { true }
-- input { 20i64 129i64 } output { true }
-- input { 40i64 256i64 } output { true }
-- input { 5i64 1000i64 } output { true }
-- input { 3i64 4097i64 } output { true }
-- input { 2i64 8192i64 } output { true }

-- ==
-- entry: row_lines planes from_the_right
-- input { 20i64 129i64 } output { true }
-- input { 3i64 2500i64 } output { true }
-- input { 2i64 4097i64 } output { true }

-- A number that depends on i in no simple way.
def noise (i: i64) : i32 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 2246822519
  in i32.u32 (x ^ (x >> 13))

-- The loop that a scan stands for.
def running [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : [n]a =
  let (_, ys) =
    loop (acc, ys) = (ne, copy xs) for i < n do
      let acc = op acc xs[i]
      in (acc, ys with [i] = acc)
  in ys

def same [n] 'a (eq: a -> a -> bool) (xs: [n]a) (ys: [n]a) : bool = and (map2 eq xs ys)

-- Composition of x -> a x + b.
def after (a: i64, b: i64) (c: i64, d: i64) : (i64, i64) = (a * c, b * c + d)
def line (i: i64) : (i64, i64) = (i64.i32 (noise i), i64.i32 (noise (i + 1)))

entry lines (n: i64) : bool =
  let xs = map line (iota n)
  in same (==) (scan after (1, 0) xs) (running after (1, 0) xs)

-- A maximum with the first index where it occurs: commutative, and a selection.
def better (x: f32, i: i64) (y: f32, j: i64) : (f32, i64) =
  if x > y || (x == y && i < j) then (x, i) else (y, j)

entry fastest (n: i64) : bool =
  let xs = map (\i -> (f32.i32 (noise i % 1000), i)) (iota n)
  in same (==) (scan better (f32.lowest, i64.highest) xs) (running better (f32.lowest, i64.highest) xs)

-- Products of 2 × 2 matrices, in components of other types.
def times (a: u8, b: i16, c: i32, d: u64) (e: u8, f: i16, g: i32, h: u64) : (u8, i16, i32, u64) =
  let (x, y) = (u64.u8 a, u64.i16 b)
  let (z, w) = (u64.i32 c, d)
  let (e, f) = (u64.u8 e, u64.i16 f)
  let (g, h) = (u64.i32 g, h)
  in (u8.u64 (x * e + (y & 255) * (g & 255)), i16.u64 (x * f + y * h), i32.u64 (z * e + w * g), z * f + w * h)

-- That is associative where no component depends on one that wraps earlier: with diagonal
-- matrices products wrap, each in its own type.
entry matrices (n: i64) : bool =
  let xs = map (\i -> (u8.i32 (noise i), 0i16, 0i32, u64.i32 (noise (i + 7)))) (iota n)
  in same (==) (scan times (1, 0, 0, 1) xs) (running times (1, 0, 0, 1) xs)

-- A segmented scan by flags.
def flagged 'a (op: a -> a -> a) (f: bool, x: a) (g: bool, y: a) : (bool, a) =
  (f || g, if g then y else op x y)

entry flags (n: i64) : bool =
  let xs = map (\i -> (noise i % 700 == 0, noise (i + 3))) (iota n)
  in same (==) (scan (flagged (+)) (false, 0) xs) (running (flagged (+)) (false, 0) xs)
     && let xs = map (\i -> (noise i % 3000 == 0, f64.i32 (noise (i + 3) % 100))) (iota n)
        in same (==) (scan (flagged (+)) (false, 0) xs) (running (flagged (+)) (false, 0) xs)

-- Runs of rising numbers: length, longest at the beginning and at the end, first and last.
type streak = {len: i32, best: i32, head: i32, tail: i32, first: i32, last: i32}

def joined (a: streak) (b: streak) : streak =
  if a.len == 0
  then b
  else if b.len == 0
  then a
  else
    let meet = a.last <= b.first
    in { len = a.len + b.len
       , best = i32.max (i32.max a.best b.best) (if meet then a.tail + b.head else 0)
       , head = if meet && a.head == a.len then a.len + b.head else a.head
       , tail = if meet && b.tail == b.len then b.len + a.tail else b.tail
       , first = a.first, last = b.last}

def nothing : streak = {len = 0, best = 0, head = 0, tail = 0, first = 0, last = 0}

entry longest (n: i64) : bool =
  let xs = map (\i -> let x = noise i % 5000 + i32.i64 (i % 1500) * 10 in {len = 1, best = 1, head = 1, tail = 1, first = x, last = x}) (iota n)
  in same (==) (scan joined nothing xs) (running joined nothing xs)

def matrix (m: i64) (n: i64) : [m][n]i32 = tabulate_2d m n (\i j -> noise (i * n + j))

entry rows (m: i64) (n: i64) : bool =
  let xss = matrix m n
  in and (map2 (same (==)) (map (scan (+) 0) xss) (map (running (+) 0) xss))

entry row_lines (m: i64) (n: i64) : bool =
  let xss = map (map (\x -> line (i64.i32 x))) (matrix m n)
  in and (map2 (same (==)) (map (scan after (1, 0)) xss) (map (running after (1, 0)) xss))

entry planes (m: i64) (n: i64) : bool =
  let xsss = tabulate 2 (\k -> map (map (^ k)) (map (map i64.i32) (matrix m n)))
  let ysss = map (map (scan (\a b -> if a > b then a else b) i64.lowest)) xsss
  in and (map2 (\yss xss -> and (map2 (same (==)) yss (map (running i64.max i64.lowest) xss))) ysss xsss)

entry from_the_right (m: i64) (n: i64) : bool =
  let xss = map (map (\x -> line (i64.i32 x))) (matrix m n)
  in and (map2 (\xs ys -> same (==) (reverse xs) ys)
               (map (\xs -> reverse (scan after (1, 0) (reverse xs))) xss)
               (map (\xs -> running after (1, 0) (reverse xs)) xss))
