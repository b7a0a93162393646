-- A summed-area table (Crow 1984) and the sums of q rectangles by it.
--
-- Expected results: by adding each rectangle's cells in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 5i64 6i64 3i64 }
-- output { [445i64, 445i64, 3157i64] }
-- input { 1i64 1i64 2i64 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 100i64 120i64 1000i64 }
-- notest input { 800i64 900i64 20000i64 }
-- notest input { 4000i64 5000i64 1000000i64 }
entry main (n: i64) (m: i64) (q: i64) : [3]i64 =
  let image = tabulate_2d n m (\i j -> i64.u32 (hash (u32.i64 (i * m + j)) >> 24))
  let table = image |> map (scan (+) 0) |> transpose |> map (scan (+) 0) |> transpose
  let at i j = if i == 0 || j == 0 then 0 else table[i - 1, j - 1]
  let draw s j most = i64.u32 (hash (u32.i64 j * 4 + s + 0x31415926)) % (most + 1)
  let sums =
    tabulate q (\k ->
                  let (a, b) = (draw 0 k n, draw 1 k n)
                  let (c, d) = (draw 2 k m, draw 3 k m)
                  let (a, b, c, d) = (i64.min a b, i64.max a b, i64.min c d, i64.max c d)
                  in at b d - at a d - at b c + at a c)
  in [i64.sum sums, i64.maximum sums, table[n - 1, m - 1]]
