-- A join by a hash table with open addressing, built one key after the other, and looked up in parallel.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- notest input { 20000i64 100000i64 }
entry main (n: i64) (queries: i64) : (i64, i64) =
  let size = 65536i64
  let key i = i64.u32 (hash (u32.i64 i) % 50000)
  let slot (k: i64) = i64.u32 (hash (u32.i64 k + 17)) % size
  let (keys, values) =
    loop (keys, values) = (replicate size (-1i64), replicate size 0i64) for i < n do
      let k = key i
      let at = loop at = slot k while keys[at] != -1 && keys[at] != k do (at + 1) % size
      in (keys with [at] = k, values with [at] = values[at] + i)
  let find q =
    let k = i64.u32 (hash (u32.i64 q + 99991) % 50000)
    let at = loop at = slot k while keys[at] != -1 && keys[at] != k do (at + 1) % size
    in if keys[at] == k then (1, values[at]) else (0, 0)
  in reduce (\(a, b) (c, d) -> (a + c, b + d)) (0i64, 0i64) (map find (iota queries))
