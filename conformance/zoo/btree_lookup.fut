-- Look-ups in a static B-tree with w keys in a node, built level by level from sorted keys
-- (Rodinia's b+tree): for each query the number of keys at most the query, and of keys in a range.
--
-- Expected results: by Python's bisect.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 30i64 4i64 20i64 }
-- output { [231i64, 202i64, 25i64] }
-- input { 1i64 2i64 3i64 }
-- output { [3i64, 0i64, 0i64] }
-- notest input { 1000i64 16i64 1000i64 }
-- notest input { 100000i64 16i64 30000i64 }
-- notest input { 10000000i64 16i64 4000000i64 }
entry main (n: i64) (w: i64) (q: i64) : [3]i64 =
  let keys = tabulate n (\i -> 3 * i + i64.u32 (hash (u32.i64 i) % 3))
  let levels = (loop (levels, size) = (1, n) while size > w do (levels + 1, (size + w - 1) / w)).0
  let stride l = w ** (levels - 1 - l)
  -- Level l of the tree holds every stride(l)-th key, so that a node needs no pointers.
  let count_to x =
    loop at = 0 for l < levels do
      let s = stride l
      let inside = i64.sum (map (\k -> let i = at + k * s in i64.bool (i < n && keys[i64.min i (n - 1)] <= x)) (iota w))
      in if l == levels - 1 then at + inside else at + i64.max 0 (inside - 1) * s
  let counts =
    tabulate q (\k ->
                  let x = i64.u32 (hash (u32.i64 k + 0x1f1f1f1f)) % (3 * n)
                  let y = i64.u32 (hash (u32.i64 k + 0x2e2e2e2e)) % (3 * n)
                  in (count_to x, count_to (i64.max x y) - count_to (i64.min x y)))
  let (a, b) = unzip counts
  in [i64.sum a, i64.sum b, i64.maximum b]
