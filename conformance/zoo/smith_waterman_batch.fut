-- Local alignments with affine gaps (Smith, Waterman 1981; Gotoh 1982) of many pairs of short strings, each by
-- a loop over rows that keeps one row.
--
-- Expected results: by Gotoh's recurrences with whole matrices in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 4i64 5i64 6i64 }
-- output { [21i64, 7i64] }
-- input { 1i64 1i64 1i64 }
-- output { [3i64, 3i64] }
-- notest input { 50i64 30i64 30i64 }
-- notest input { 200i64 60i64 60i64 }
-- notest input { 20000i64 100i64 120i64 }
entry main (pairs: i64) (n: i64) (m: i64) : [2]i64 =
  let letter s k i = hash (u32.i64 (k * 1000 + i) + s) % 4
  let scores =
    tabulate pairs (\k ->
                      let a = map (letter 0 k) (iota n)
                      let b = map (letter 0x2468ace k) (iota m)
                      let (_, _, best) =
                        loop (h, e, best) = (replicate (m + 1) 0i32, replicate (m + 1) (-1000i32), 0i32) for i < n do
                          let (h, e, _, _, best) =
                            loop (h, e, f, diagonal, best) = (h, e, -1000i32, 0i32, best) for j < m do
                              let gap_up = i32.max (e[j + 1] - 1) (h[j + 1] - 4)
                              let gap_left = i32.max (f - 1) (h[j] - 4)
                              let same = diagonal + (if a[i] == b[j] then 3 else -2)
                              let value = i32.max 0 (i32.max same (i32.max gap_up gap_left))
                              let next = h[j + 1]
                              in (h with [j + 1] = value, e with [j + 1] = gap_up, gap_left, next, i32.max best value)
                          in (h, e, best)
                      in best)
  in [i64.sum (map i64.i32 scores), i64.i32 (i32.maximum scores)]
