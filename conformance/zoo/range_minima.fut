-- Range minimum queries by a sparse table (Bender, Farach-Colton 2000): n values,
-- q queries.
--
-- Expected results: by the least of each range.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def log2 (x: i64) : i64 = i64.i32 (63 - i64.clz x)

-- ==
-- entry: main
-- input { 37i64 20i64 }
-- output { [5340849140i64, 34897149i64, 1315846710i64] }
-- input { 1i64 3i64 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 1000i64 1000i64 }
-- notest input { 8000000i64 8000000i64 }
entry main (n: i64) (q: i64) : [3]i64 =
  let values = tabulate n (\i -> i32.u32 (hash (u32.i64 i) >> 1))
  let levels = log2 n + 1
  let table = replicate levels (replicate n i32.highest)
  let table[0] = values
  let table =
    loop table for k < levels - 1 do
      let half = 1 << k
      let row = tabulate n (\i -> if i + half < n then i32.min table[k, i] table[k, i + half] else table[k, i])
      in table with [k + 1] = row
  let answers =
    tabulate q (\j ->
                  let a = i64.u32 (hash (u32.i64 (2 * j) + 0x1234567)) % n
                  let b = i64.u32 (hash (u32.i64 (2 * j + 1) + 0x1234567)) % n
                  let (lo, hi) = (i64.min a b, i64.max a b)
                  let k = log2 (hi - lo + 1)
                  in i32.min table[k, lo] table[k, hi - (1 << k) + 1])
  in [i64.sum (map i64.i32 answers), i64.i32 (i32.minimum answers), i64.i32 (i32.maximum answers)]
