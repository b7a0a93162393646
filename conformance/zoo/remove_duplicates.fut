-- The different elements of an array by a hash table with open addressing, filled in rounds: whoever
-- wrote its element stays, the others go on to the next slot (PBBS's removeDuplicates).
--
-- Expected results: by a set in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 40i64 30i64 }
-- output { [26i64, 364i64, 1i64] }
-- input { 1i64 5i64 }
-- output { [1i64, 0i64, 1i64] }
-- notest input { 10000i64 5000i64 }
-- notest input { 200000i64 100000i64 }
-- notest input { 5000000i64 2000000i64 }
entry main (n: i64) (range: i64) : [3]i64 =
  let xs = tabulate n (\i -> i64.u32 (hash (u32.i64 i)) % range)
  let size = 2i64 << i64.i32 (63 - i64.clz n)
  let slot x t = (i64.u32 (hash (u32.i64 x + 0x1234567)) + t) % size
  let (table, _, rounds) =
    loop (table, left, t) = (replicate size (-1), xs, 0) while length left > 0 do
      let at = map (\x -> slot x t) left
      let free = map (\a -> if table[a] == -1 then a else -1) at
      let written = reduce_by_index (copy table) i64.max (-1) free left
      let left = map (.0) (filter (\(x, a) -> written[a] != x) (zip left at))
      in (written, left, t + 1)
  let kept = filter (>= 0) table
  in [length kept, i64.sum kept, i64.bool (rounds > 0)]
