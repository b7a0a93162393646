-- The weight of a minimum spanning forest by Boruvka's steps: each component takes its lightest edge.
--
-- Expected results: by Kruskal's algorithm.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 20i64 40i64 }
-- output { [5771i64, 1i64, 1i64] }
-- input { 1i64 1i64 }
-- output { [0i64, 1i64, 1i64] }
-- notest input { 1000i64 3000i64 }
-- notest input { 20000i64 60000i64 }
-- notest input { 500000i64 2000000i64 }
entry main (n: i64) (m: i64) : [3]i64 =
  let us = tabulate m (\e -> i64.u32 (hash (u32.i64 (2 * e))) % n)
  let vs = tabulate m (\e -> i64.u32 (hash (u32.i64 (2 * e + 1))) % n)
  let weight = tabulate m (\e -> i64.u32 (hash (u32.i64 e + 0x77777777) % 1000))
  let lighter (w, e) (x, f) = if w < x || (w == x && e < f) then (w, e) else (x, f)
  let none = (i64.highest, i64.highest)
  let (comp, total, rounds, _) =
    loop (comp, total, rounds, again) = (iota n, 0, 0, true) while again do
      let cu = map (\u -> comp[u]) us
      let cv = map (\v -> comp[v]) vs
      let offers = map2 (\w e -> (w, e)) weight (iota m)
      let live c d = if c == d then -1 else c
      let best = reduce_by_index (replicate n none) lighter none (map2 live cu cv) offers
      let best = reduce_by_index (copy best) lighter none (map2 live cv cu) offers
      let other c (_, e) = if e == i64.highest then c else cu[e] + cv[e] - c
      let next = map2 other (iota n) best
      -- Two components that chose the same edge: the smaller one stays a root.
      let next = map (\c -> if next[next[c]] == c && c < next[c] then c else next[c]) (iota n)
      let gained = map3 (\c d (w, _) -> if c == d then 0 else w) (iota n) next best
      let next = loop next for _i < i64.i32 (64 - i64.clz n) do map (\c -> next[c]) next
      let comp = map (\c -> next[c]) comp
      in (comp, total + i64.sum gained, rounds + 1, or (map (\(w, _) -> w != i64.highest) best))
  let roots = reduce_by_index (replicate n 0) i64.max 0 comp (replicate n 1)
  in [total, i64.sum roots, i64.min rounds 1]
