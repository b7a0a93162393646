-- The nearest of binary codes of 128 bits, by Hamming's distance.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def code (s: u32) (i: i64) : [2]u64 =
  map (\k -> let h j = u64.u32 (hash (u32.i64 (4 * i + 2 * k + j) + s * 0x9e3779b9)) in h 0 << 32 | h 1) (iota 2)

def distance (a: [2]u64) (b: [2]u64) : i32 = i32.sum (map2 (\x y -> u64.popc (x ^ y)) a b)

-- ==
-- entry: main
-- input { 5i64 7i64 }
-- output { 279i32 18i64 }
-- notest input { 500i64 1000i64 }
entry main (n: i64) (m: i64) : (i32, i64) =
  let (queries, codes) = (map (code 1) (iota n), map (code 2) (iota m))
  let nearest q =
    let ds = map (distance q) codes
    in reduce (\(d, i) (e, j) -> if e < d || e == d && j < i then (e, j) else (d, i)) (129, m) (zip ds (iota m))
  let found = map nearest queries
  in (i32.sum (map (.0) found), i64.sum (map (.1) found))
