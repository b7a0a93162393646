-- Histograms with operators of every kind: those that a device updates by an instruction, by
-- compare-and-swap of a word, and those that need their updates in order. Each returns a
-- checksum of the bins, which depends on where every value is.

def spread (k: i64) (i: i64) = (i * 7919 + i / 3) % (k + 1) - i / 1000 % 2
def checksum [k] (bins: [k]i64) : i64 = i64.sum (map2 (\b v -> (b + 1) * v) (iota k) bins)

-- Sums of floats that are exact in any order; some updates are out of bounds.
-- ==
-- entry: sums
-- input { 0i64 5i64 } output { 15i64 15i64 15i64 }
-- input { 3000i64 1i64 } output { 10016i64 10016i64 835i64 }
-- input { 5000i64 1000i64 } output { 15634205i64 15634205i64 1749360i64 }
-- input { 5000i64 10000i64 } output { 198552791i64 198552791i64 62521163i64 }
-- input { 5000i64 40000i64 } output { 1400271914i64 1400271914i64 850057886i64 }
entry sums (n: i64) (k: i64) : (i64, i64, i64) =
  let is = map (spread k) (iota n)
  in ( checksum (map i64.f32 (reduce_by_index (replicate k 1f32) (+) 0 is (map (\i -> f32.i64 (i % 13)) (iota n))))
     , checksum (map i64.f64 (reduce_by_index (replicate k 1f64) (+) 0 is (map (\i -> f64.i64 (i % 13)) (iota n))))
     , checksum (map i64.f16 (reduce_by_index (replicate k 1f16) (+) 0 is (map (\i -> f16.i64 (i % 2)) (iota n)))))

-- Small integers: sums that wrap, minima, and a bitwise operator.
-- ==
-- entry: small
-- input { 3000i64 1i64 } output { 49i64 7827i64 -100i64 255i64 }
-- input { 5000i64 1000i64 } output { 246336i64 4975822100i64 -27560083i64 72747055i64 }
-- input { 2000i64 40000i64 } output { 2281655912i64 3120900306i64 58386511756i64 1281729586i64 }
entry small (n: i64) (k: i64) : (i64, i64, i64, i64) =
  let is = map (spread k) (iota n)
  in ( checksum (map i64.i8 (reduce_by_index (replicate k 3i8) (+) 0 is (map i8.i64 (iota n))))
     , checksum (map i64.u16 (reduce_by_index (replicate k 3u16) (*) 1 is (map (\i -> u16.i64 (2 * (i % 7) + 1)) (iota n))))
     , checksum (map i64.i16 (reduce_by_index (replicate k 77i16) i16.min i16.highest is (map (\i -> i16.i64 (i % 200 - 100)) (iota n))))
     , checksum (map i64.u8 (reduce_by_index (replicate k 0u8) (|) 0 is (map (\i -> 1u8 << u8.i64 (i % 8)) (iota n)))))

-- Operators that are functions: a sum that saturates, the largest with its position, pairs
-- and triples of different types.
-- ==
-- entry: functions
-- input { 3000i64 1i64 } output { 255i64 385i64 100i64 95i64 12050i64 }
-- input { 5000i64 1000i64 } output { 126532660i64 308936674821932i64 33813651i64 1312839385i64 6728719762i64 }
-- input { 2000i64 40000i64 } output { 200044958318i64 3264119820917542288i64 1239494558i64 39990281992i64 64944001384i64 }
entry functions (n: i64) (k: i64) : (i64, i64, i64, i64, i64) =
  let is = map (spread k) (iota n)
  let saturating (x: u8) (y: u8) : u8 = u8.i32 (i32.min 255 (i32.u8 x + i32.u8 y))
  let best 'a (less: a -> a -> bool) (x: a, i: i32) (y: a, j: i32) =
    if less x y || (!(less y x) && j < i) then (y, j) else (x, i)
  let best64 (x: f64, i: i64) (y: f64, j: i64) = if x < y || (x == y && j < i) then (y, j) else (x, i)
  let (a, b) = unzip (reduce_by_index (replicate k (i32.lowest, i32.highest)) (best (<)) (i32.lowest, i32.highest) is (map (\i -> (i32.i64 (i * 17 % 101), i32.i64 i)) (iota n)))
  let (c, d) = unzip (reduce_by_index (replicate k (f64.lowest, i64.highest)) best64 (f64.lowest, i64.highest) is (map (\i -> (f64.i64 (i * 17 % 101), i)) (iota n)))
  let three (x: i16, y: u8, z: bool) (x': i16, y': u8, z': bool) = (x + x', u8.max y y', z || z')
  let (e, f, g) = unzip3 (reduce_by_index (replicate k (0i16, 0u8, false)) three (0, 0, false) is (map (\i -> (i16.i64 i, u8.i64 (i % 250), i % 5 == 0)) (iota n)))
  in ( checksum (map i64.u8 (reduce_by_index (replicate k 250u8) saturating 0 is (map (\i -> u8.i64 (i % 3)) (iota n))))
     , checksum (map i64.i32 a) + 3 * checksum (map i64.i32 b)
     , checksum (map (\x -> if x < 0 then -1 else i64.f64 x) c)
     , checksum (map (\i -> if i == i64.highest then 0 else i) d)
     , checksum (map i64.i16 e) + 5 * checksum (map i64.u8 f) + 7 * checksum (map i64.bool g))

-- A histogram for each row, and bins in two dimensions.
-- ==
-- entry: many
-- input { 3i64 1500i64 20i64 } output { 540441i64 442890i64 150425i64 }
-- input { 40i64 7i64 100i64 } output { 1679769i64 1602079769i64 1987i64 }
-- input { 2i64 2000i64 9000i64 } output { 143599184i64 32545399184i64 80725357i64 }
-- input { 0i64 3i64 3i64 } output { 0i64 0i64 12i64 }
entry many (m: i64) (n: i64) (k: i64) : (i64, i64, i64) =
  let rows = tabulate m (\r -> reduce_by_index (replicate k 0f32) (+) 0 (map (\i -> spread k (i + r)) (iota n)) (map (\i -> f32.i64 (i % 9)) (iota n)))
  let saturated = tabulate m (\r -> reduce_by_index (replicate k 200u8) (\x y -> u8.i32 (i32.min 255 (i32.u8 x + i32.u8 y))) 0 (map (\i -> spread k (i + r)) (iota n)) (map (\i -> u8.i64 (i % 9)) (iota n)))
  let grid = reduce_by_index_2d (replicate 3 (replicate k 0f32)) (+) 0 (map (\i -> (i % 4 - 1, spread k i)) (iota n)) (map (\i -> f32.i64 (i % 9)) (iota n))
  in (checksum (map i64.f32 (flatten rows)), checksum (map i64.u8 (flatten saturated)), checksum (map i64.f32 (flatten grid)))

-- Rows as bins.
-- ==
-- entry: rows
-- input { 1000i64 5i64 3i64 } output { 106649i64 }
-- input { 700i64 1i64 30i64 } output { 1085507i64 }
-- input { 100i64 2000i64 11i64 } output { 62425550i64 }
-- input { 10i64 3i64 0i64 } output { 0i64 }
entry rows (n: i64) (k: i64) (m: i64) : i64 =
  let xss = tabulate_2d n m (\i j -> f32.i64 ((i * 3 + j) % 11))
  in checksum (map i64.f32 (flatten (reduce_by_index (replicate k (replicate m 0f32)) (map2 (+)) (replicate m 0) (map (spread k) (iota n)) xss)))

-- Sums of floats whose order matters: after 2^24, a one is lost.
-- ==
-- entry: ordered
-- math: reproducible
-- input { 900i64 3i64 } output { 167772800i64 1476400556i64 }
-- input { 5000i64 3i64 } output { 201329904i64 2214609672i64 }
-- input { 5000i64 1000i64 } output { -52443166633i64 566789618931i64 }
-- input { 6000i64 70000i64 } output { 1314617252341i64 1596239868982i64 }
entry ordered (n: i64) (k: i64) : (i64, i64) =
  let value (i: i64) = if i / 7 % 100 == 3 then 16777216f32 else if i / 7 % 100 == 50 then -16777216 else f32.i64 (i % 3)
  let flat = reduce_by_index (replicate k 0f32) (+) 0 (map (spread k) (iota n)) (map value (iota n))
  let rows = tabulate 3 (\r -> reduce_by_index (replicate k 0f32) (+) 0 (map (\i -> spread k (i + r)) (iota n)) (map value (iota n)))
  in (checksum (map i64.f32 flat), checksum (map i64.f32 (flatten rows)))
