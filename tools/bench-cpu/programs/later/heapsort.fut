-- Heapsort: a heap built and taken apart by sifting down.
-- ==
-- entry: main
-- notest input { 20000i64 }
def down [n] (h: *[n]i32) (m: i64) (i: i64) : *[n]i32 =
  let (h, _, _) =
    loop (h, i, go) = (h, i, 2 * i + 1 < m) while go do
      let l = 2 * i + 1
      let c = if l + 1 < m && h[l + 1] > h[l] then l + 1 else l
      in if h[c] > h[i]
         then
           let a = h[i]
           let b = h[c]
           let h = h with [i] = b
           let h = h with [c] = a
           in (h, c, 2 * c + 1 < m)
         else (h, i, false)
  in h
entry main (n: i64) =
  let h = tabulate n (\i -> i32.i64 ((i * 7919 + 13) % 100003))
  let h = loop h = copy h for k < n / 2 do down h n (n / 2 - 1 - k)
  let h =
    loop h = h for k < n - 1 do
      let last = n - 1 - k
      let a = h[0]
      let b = h[last]
      let h = h with [0] = b
      let h = h with [last] = a
      in down h last 0
  in reduce (+) 0 (map2 (\x i -> x * i32.i64 (i % 17)) h (iota n))
