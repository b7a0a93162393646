-- Merge sort bottom-up: each element finds its place in the merged run by binary search in
-- the other run (Satish, Harris, Garland 2009).
--
-- Expected results: by Python's sort.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 }
-- output { [1i64, 657923355i64, 90970525046i64] }
-- input { 0i64 }
-- output { [1i64, 0i64, 0i64] }
-- notest input { 10i64 }
-- notest input { 22i64 }
entry main (k: i64) : [3]i64 =
  let n = 1 << k
  let xs = tabulate n (\i -> i32.u32 (hash (u32.i64 i) >> 2))
  let ys =
    loop xs for s < k do
      let run = 1 << s
      let place i =
        let mine = i / run
        let x = xs[i]
        let base = (mine ^ 1) * run
        let before y = if mine % 2 == 0 then y < x else y <= x
        let (lo, _) =
          loop (lo, hi) = (0, run) while lo < hi do
            let mid = (lo + hi) / 2
            in if before xs[base + mid] then (mid + 1, hi) else (lo, mid)
        in mine / 2 * (2 * run) + i % run + lo
      in scatter (replicate n 0) (map place (iota n)) xs
  in [i64.bool (and (map (\i -> ys[i] <= ys[i + 1]) (iota (n - 1)))), i64.i32 ys[n / 2], i64.sum (map2 (\i y -> i % 1000 * i64.i32 y) (iota n) ys)]
