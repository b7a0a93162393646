-- Sorting pairs of a key of 32 bits and a payload by radix, one bit at a time
-- (Blelloch 1990).
--
-- Expected results: by Python's sort.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def by_bit [n] (bit: i32) (xs: [n](u32, i32)) : [n](u32, i32) =
  let ones = map (\(k, _) -> i64.u32 ((k >> u32.i32 bit) & 1)) xs
  let zeros = map (1 -) ones
  let before_zeros = scan (+) 0 zeros
  let before_ones = scan (+) 0 ones
  let count = if n == 0 then 0 else before_zeros[n - 1]
  let places = map3 (\o z b -> if o == 1 then count + b - 1 else z - 1) ones before_zeros before_ones
  in scatter (copy xs) places xs

-- ==
-- entry: main
-- input { 20i64 }
-- output { [1i64, 438461488i64, 9i64, 97314i64] }
-- input { 2i64 }
-- output { [1i64, 438461488i64, 0i64, 489i64] }
-- notest input { 1000i64 }
-- notest input { 4000000i64 }
entry main (n: i64) : [4]i64 =
  let xs = tabulate n (\i -> (hash (u32.i64 i) >> 2, i32.i64 i))
  let ys = loop xs for b < 30i32 do by_bit b xs
  let (keys, _) = unzip ys
  let sorted = and (map (\i -> keys[i - 1] <= keys[i]) (map (+ 1) (iota (n - 1))))
  in [i64.bool sorted, i64.u32 keys[n / 2], i64.i32 ys[n / 3].1, i64.sum (map2 (\i (k, v) -> i % 1000 * (i64.u32 k % 1000 + i64.i32 v)) (iota n) ys)]
