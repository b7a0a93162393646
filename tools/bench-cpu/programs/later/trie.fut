-- A tree of words built letter by letter, and the words of a text found in it.
-- ==
-- entry: main
-- input { 6i64 3i64 10i64 } output { 14i64 40i64 10i64 }
-- notest input { 500i64 6i64 20000i64 }
entry main (words: i64) (l: i64) (queries: i64) =
  let letter w i = (w * w * 3 + w * i * 7 + i * i) % 5
  let room = words * l + 1
  let (next, ends, used) =
    loop (next, ends, used) = (replicate (room * 5) (-1i64), replicate room false, 1i64) for w < words do
      let (node, next, used) =
        loop (node, next, used) = (0i64, next, used) for i < l do
          let at = node * 5 + letter w i
          in if next[at] >= 0
             then (next[at], next, used)
             else (used, next with [at] = used, used + 1)
      in (next, ends with [node] = true, used)
  let find q =
    let (node, depth) =
      loop (node, depth) = (0i64, 0i64) while node >= 0 && depth < l do
        (next[node * 5 + letter (q * 2) depth], depth + 1)
    in if node >= 0 && ends[node] then l + 1 else depth
  let depths = map find (iota queries)
  in (used, i64.sum depths, i64.sum (map (\d -> i64.bool (d > l)) depths))
