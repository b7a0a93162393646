-- Connected components by hooking and pointer jumping.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { 6i64 [0i64,1i64,4i64] [1i64,2i64,5i64] empty([0]i64) }
-- output { [0i64, 0i64, 0i64, 3i64, 4i64, 4i64] }

entry main [n] [e] (n': i64) (us: [e]i64) (vs: [e]i64) (_: [n]i64) =
  let parent = iota n'
  let step p =
    let hooks = map2 (\u v -> (i64.max p[u] p[v], i64.min p[u] p[v])) us vs
    let p' = reduce_by_index (copy p) i64.min i64.highest (map (.0) hooks) (map (.1) hooks)
    in map (\x -> p'[x]) p'
  let (p, _) =
    loop (p, go) = (parent, true) while go do
      let q = step p
      in (q, any id (map2 (!=) p q))
  in p
