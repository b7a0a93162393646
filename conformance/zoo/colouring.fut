-- A greedy colouring of a graph in rounds (Jones, Plassmann 1993): a vertex takes the least colour free
-- when all its neighbours of greater priority have one.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 15i64 3i64 }
-- output { [3i64, 15i64, 1i64] }
-- input { 1i64 1i64 }
-- output { [1i64, 0i64, 1i64] }
-- notest input { 1000i64 4i64 }
-- notest input { 20000i64 4i64 }
-- notest input { 500000i64 8i64 }
entry main (n: i64) (d: i64) : [3]i64 =
  -- Each vertex has d neighbours ahead and as many behind, on a circle of jumps.
  let jumps = map (\j -> 1 + i64.u32 (hash (u32.i64 j)) % (n * 2 / 3 + 1)) (iota d)
  let neighbours v = map (\k -> let s = jumps[k / 2] in if k % 2 == 0 then (v + s) % n else (v - s % n + n) % n) (iota (2 * d))
  let priority v = hash (u32.i64 v)
  let before u v = priority u > priority v || (priority u == priority v && u < v)
  let (colour, rounds) =
    loop (colour, rounds) = (replicate n (-1i32), 0) while or (map (< 0) colour) do
      let next =
        map2 (\v c ->
                if c >= 0
                then c
                else
                  let ns = neighbours v
                  let ready = all (\u -> u == v || !(before u v) || colour[u] >= 0) ns
                  let used = reduce (|) 0u64 (map (\u -> if u != v && before u v && colour[u] >= 0 then 1u64 << u64.i32 colour[u] else 0) ns)
                  in if ready then u64.ctz (!used) else -1) (iota n) colour
      in (next, rounds + 1)
  let clash = i64.sum (map (\v -> i64.sum (map (\u -> i64.bool (u != v && colour[u] == colour[v])) (neighbours v))) (iota n))
  in [i64.i32 (i32.maximum colour) + 1 + 1000 * clash, i64.sum (map i64.i32 colour), i64.bool (rounds > 0)]
