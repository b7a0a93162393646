-- The Ising model on a torus by Metropolis's rule, the white squares of a checkerboard and then the black
-- ones, with random numbers from a hash of place and time.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 6i64 8i64 3i32 }
-- output { [-10i64, -52i64] }
-- input { 2i64 2i64 1i32 }
-- output { [0i64, 0i64] }
-- notest input { 64i64 64i64 20i32 }
-- notest input { 300i64 300i64 20i32 }
-- notest input { 4096i64 4096i64 50i32 }
entry main (n: i64) (m: i64) (sweeps: i32) : [2]i64 =
  let start = tabulate_2d n m (\i j -> if hash (u32.i64 (i * m + j)) % 2 == 0 then 1i8 else -1)
  -- Chances of 2^32 to turn against 2 and 4 more neighbours, at a temperature near the critical one.
  let chance (d: i8) : u32 = if d <= 0 then u32.highest else if d == 2 then 739800000 else 127400000
  let half (t: i32) (s: [n][m]i8) =
    tabulate_2d n m (\i j ->
                       if (i + j) % 2 != i64.i32 (t % 2)
                       then s[i, j]
                       else
                         let around = s[(i + 1) % n, j] + s[(i + n - 1) % n, j] + s[i, (j + 1) % m] + s[i, (j + m - 1) % m]
                         let r = hash (u32.i64 (i * m + j) + 0x9e3779b9 * u32.i32 (t + 1))
                         in if r <= chance (around * s[i, j]) then -s[i, j] else s[i, j])
  let s = loop s = start for t < 2 * sweeps do half t s
  let magnet = i64.sum (map i64.i8 (flatten s))
  let energy = i64.sum (flatten (tabulate_2d n m (\i j -> -i64.i8 (s[i, j] * (s[(i + 1) % n, j] + s[i, (j + 1) % m])))))
  in [magnet, energy]
