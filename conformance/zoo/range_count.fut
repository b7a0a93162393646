-- How many of n points lie in each of q rectangles: points in order of x, and for each bit of y, from the
-- highest, a stable partition with its prefix counts (a wavelet tree, Grossi, Gupta, Vitter 2003).
--
-- Expected results: by counting in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def bits : i64 = 20

-- ==
-- entry: main
-- input { 20i64 15i64 }
-- output { [32i64, 8i64, 9i64] }
-- input { 1i64 2i64 }
-- output { [0i64, 0i64, 1i64] }
-- notest input { 1000i64 1000i64 }
-- notest input { 50000i64 50000i64 }
-- notest input { 1000000i64 500000i64 }
entry main (n: i64) (q: i64) : [3]i64 =
  -- The i-th point in order of x has x = i.
  let ys = tabulate n (\i -> i64.u32 (hash (u32.i64 i) % (1 << u32.i64 bits)))
  let (_, tree) =
    loop (ys, tree) = (ys, replicate bits (replicate (1 + n) 0)) for b < bits do
      let zero = map (\y -> 1 - ((y >> (bits - 1 - b)) & 1)) ys
      let before = scan (+) 0 zero
      let total = before[n - 1]
      let to = map3 (\z k i -> if z == 1 then k - 1 else total + i - k) zero before (iota n)
      in (scatter (replicate n 0) to ys, tree with [b] = [0] ++ before)
  -- Points of [lo, hi) with y below the limit.
  let below lo hi limit =
    if limit >= 1 << bits
    then hi - lo
    else
      (loop (count, lo, hi) = (0, lo, hi) for b < bits do
         let (zl, zh) = (tree[b, lo], tree[b, hi])
         in if (limit >> (bits - 1 - b)) & 1 == 1
            then (count + zh - zl, tree[b, n] + lo - zl, tree[b, n] + hi - zh)
            else (count, zl, zh)).0
  let counts =
    tabulate q (\k ->
                  let draw s most = i64.u32 (hash (u32.i64 (4 * k) + s + 0x3333333)) % (most + 1)
                  let (a, b, c, d) = (draw 0 n, draw 1 n, draw 2 (1 << bits), draw 3 (1 << bits))
                  in below (i64.min a b) (i64.max a b) (i64.max c d) - below (i64.min a b) (i64.max a b) (i64.min c d))
  in [i64.sum counts, i64.maximum counts, tree[0, n]]
