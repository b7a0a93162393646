-- A maximal independent set (Luby 1986): in each round the nodes whose number is less
-- than those of all neighbours that are left enter the set. Node i has edges to
-- d others by a hash, which are followed in both directions.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 30i64 2i64 }
-- output { [11i64, 2i64, 166i64] }
-- input { 13i64 1i64 }
-- output { [9i64, 2i64, 47i64] }
-- notest input { 1000i64 3i64 }
-- notest input { 1000000i64 4i64 }
entry main (n: i64) (d: i64) : [3]i64 =
  let (from, to) = unzip (flatten (tabulate_2d n d (\i j -> (i, i64.u32 (hash (u32.i64 (i * d + j))) % n))))
  let edges = filter (\(a, b) -> a != b) (zip from to)
  let (from, to) = unzip edges
  -- 0: undecided, 1: in the set, 2: out
  let (state, _, rounds) =
    loop (state, left, round) = (replicate n 0u8, n, 0i32) while left > 0 do
      let number i = (u64.u32 (hash (u32.i64 i ^ hash (u32.i32 round + 12345))) << 32) | u64.i64 i
      let least = replicate n u64.highest
      let alive a b = state[a] == 0 && state[b] == 0
      let mine a b = if alive a b then a else -1
      let least = reduce_by_index least u64.min u64.highest (map2 mine from to) (map number to)
      let least = reduce_by_index least u64.min u64.highest (map2 mine to from) (map number from)
      let state' = map3 (\i s l -> if s == 0 && number i < l then 1u8 else s) (iota n) state least
      let out a b = if state'[a] == 1 && state'[b] == 0 then b else -1
      let state'' = scatter (copy state') (map2 out from to) (map (const 2u8) from)
      let state'' = scatter state'' (map2 out to from) (map (const 2u8) from)
      in (state'', i64.sum (map (\s -> i64.bool (s == 0)) state''), round + 1)
  let members = map (\s -> i64.bool (s == 1)) state
  in [i64.sum members, i64.i32 rounds, i64.sum (map2 (*) members (iota n))]
