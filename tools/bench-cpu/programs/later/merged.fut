-- Overlapping intervals merged: sorted by merging runs, then the highest end so far.
-- ==
-- entry: main
-- input { 50i64 } output { 31i64 410i32 42i32 }
-- notest input { 20000i64 }
def merge_sort [n] (xs: [n](i32, i32)) : [n](i32, i32) =
  (loop (xs, w) = (copy xs, 1) while w < n do
     let place i =
       let first = i / (2 * w) * (2 * w)
       let mine = (i - first) / w
       let (from, to) = if mine == 0 then (i64.min n (first + w), i64.min n (first + 2 * w)) else (first, i64.min n (first + w))
       let less j = if mine == 0 then xs[j].0 < xs[i].0 else xs[j].0 <= xs[i].0
       let (lo, _) =
         loop (lo, hi) = (from, to) while lo < hi do
           let mid = (lo + hi) / 2 in if less mid then (mid + 1, hi) else (lo, mid)
       in first + (i - first) % w + (lo - from)
     in (scatter (copy xs) (map place (iota n)) xs, w * 2)).0
entry main (n: i64) =
  let xs = map (\i -> let a = i32.i64 ((i * i * 97 + i * 41) % (n * 20)) in (a, a + i32.i64 (i * 7 % 23))) (iota n)
  let sorted = merge_sort xs
  let ends = scan i32.max i32.lowest (map (.1) sorted)
  let opens = map (\i -> i == 0 || sorted[i].0 > ends[i - 1]) (iota n)
  let starts = filter (.1) (zip (iota n) opens) |> map (.0)
  let lengths =
    map (\k ->
           let i = starts[k]
           let e = if k + 1 < length starts then starts[k + 1] - 1 else n - 1 in ends[e] - sorted[i].0) (indices starts)
  in (length starts, i32.sum lengths, i32.maximum lengths)
