-- Histograms of rows: short and long ones, few and many bins, operators that are atomic
-- operations, that compare and swap, and that select one of two updates.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- Some keys are less than 0, and some no less than b.
def key (b: i64) (i: i64) : i64 =
  i64.u32 (hash (u32.i64 i) % (u32.i64 b + 2)) - 1

def checksum [n] [b] (hs: [n][b]i64) : i64 =
  i64.sum (flatten (map2 (\i -> map2 (\k c -> (i * 31 + k * 7 + 1) * c) (iota b)) (iota n) hs))

entry sums (n: i64) (m: i64) (b: i64) : i64 =
  let keys = tabulate_2d n m (\i j -> key b (i * m + j))
  in checksum (map (\ks -> reduce_by_index (replicate b 5) (+) 0 ks (iota m)) keys)

entry bytes (n: i64) (m: i64) (b: i64) : i64 =
  let keys = tabulate_2d n m (\i j -> key b (i * m + j))
  let hs = map (\ks -> reduce_by_index (replicate b 1u8) u8.max 0 ks (map u8.i64 (iota m))) keys
  in checksum (map (map i64.u8) hs)

-- An operator without an atomic operation.
entry saturating (n: i64) (m: i64) (b: i64) : i64 =
  let keys = tabulate_2d n m (\i j -> key b (i * m + j))
  let add (x: i32) (y: i32) = i32.min 100 (x + y)
  let hs = map (\ks -> reduce_by_index (replicate b 0) add 0 ks (map (\j -> i32.i64 j % 20) (iota m))) keys
  in checksum (map (map i64.i32) hs)

-- Bins that hold the number of an update.
entry latest (n: i64) (m: i64) (b: i64) : i64 =
  let keys = tabulate_2d n m (\i j -> key b (i * m + j))
  let later (x, i) (y, j) : (i64, i64) = if y > x || (y == x && j < i) then (y, j) else (x, i)
  let value i j = i64.u32 (hash (u32.i64 (i * 77 + j)) % 50)
  let hs = map2 (\i ks -> reduce_by_index (replicate b (-1, i64.highest)) later (-1, i64.highest) ks (map (\j -> (value i j, j)) (iota m))) (iota n) keys
  in checksum (map (map (\(x, i) -> if x < 0 then 3 else x * 1000 + i)) hs)

-- Two dimensions of rows and of bins.
entry cube (n: i64) (m: i64) (b: i64) : i64 =
  let count i j = reduce_by_index_2d (replicate b (replicate 3 0i64)) (+) 0 (map (\k -> (key b ((i * 3 + j) * m + k), k % 4)) (iota m)) (replicate m 1)
  let hs = tabulate_2d n 3 (\i j -> flatten (count i j))
  in checksum (flatten hs)

-- ==
-- entry: sums
-- input { 3i64 5i64 4i64 }
-- output { 3530i64 }
-- input { 40i64 7i64 3i64 }
-- output { 687797i64 }
-- input { 2000i64 3i64 2i64 }
-- output { 712905518i64 }
-- input { 9i64 600i64 11i64 }
-- output { 216768115i64 }
-- input { 5i64 100i64 300i64 }
-- output { 36695454i64 }
-- input { 0i64 4i64 2i64 }
-- output { 0i64 }
-- input { 4i64 0i64 2i64 }
-- output { 2040i64 }
-- input { 2i64 3000i64 9000i64 }
-- output { 283149090463i64 }
-- ==
-- entry: bytes
-- input { 3i64 5i64 4i64 }
-- output { 1108i64 }
-- input { 40i64 7i64 3i64 }
-- output { 248008i64 }
-- input { 2000i64 3i64 2i64 }
-- output { 155284024i64 }
-- input { 9i64 600i64 11i64 }
-- output { 3946713i64 }
-- input { 5i64 100i64 300i64 }
-- output { 26641548i64 }
-- input { 0i64 4i64 2i64 }
-- output { 0i64 }
-- input { 4i64 0i64 2i64 }
-- output { 408i64 }
-- input { 2i64 3000i64 9000i64 }
-- output { 21393950209i64 }
-- ==
-- entry: saturating
-- input { 3i64 5i64 4i64 }
-- output { 980i64 }
-- input { 40i64 7i64 3i64 }
-- output { 320297i64 }
-- input { 2000i64 3i64 2i64 }
-- output { 93125518i64 }
-- input { 9i64 600i64 11i64 }
-- output { 1584000i64 }
-- input { 5i64 100i64 300i64 }
-- output { 5362704i64 }
-- input { 0i64 4i64 2i64 }
-- output { 0i64 }
-- input { 4i64 0i64 2i64 }
-- output { 0i64 }
-- input { 2i64 3000i64 9000i64 }
-- output { 1775805403i64 }
-- ==
-- entry: latest
-- input { 3i64 5i64 4i64 }
-- output { 9476357i64 }
-- input { 40i64 7i64 3i64 }
-- output { 1752534153i64 }
-- input { 2000i64 3i64 2i64 }
-- output { 1896712143596i64 }
-- input { 9i64 600i64 11i64 }
-- output { 765539519i64 }
-- input { 5i64 100i64 300i64 }
-- output { 13021319589i64 }
-- input { 0i64 4i64 2i64 }
-- output { 0i64 }
-- input { 4i64 0i64 2i64 }
-- output { 1224i64 }
-- ==
-- entry: cube
-- input { 3i64 5i64 4i64 }
-- output { 3929i64 }
-- input { 40i64 7i64 3i64 }
-- output { 867259i64 }
-- input { 2000i64 3i64 2i64 }
-- output { 824466945i64 }
-- input { 9i64 600i64 11i64 }
-- output { 5282309i64 }
-- input { 5i64 100i64 300i64 }
-- output { 3681634i64 }
-- input { 0i64 4i64 2i64 }
-- output { 0i64 }
-- input { 4i64 0i64 2i64 }
-- output { 0i64 }
