-- The heat of a stack of chips (Rodinia's hotspot3D): l layers of n x m cells with power, whose neighbours
-- beyond the edge are themselves.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 4i64 5i64 3i64 3i32 }
-- output { [0.5551651f32, 320.9858f32, 320.15933f32] }
-- input { 1i64 2i64 2i64 1i32 }
-- output { [0.2795868f32, 320.68887f32, 320.04718f32] }
-- notest input { 64i64 64i64 4i64 10i32 }
-- notest input { 128i64 128i64 8i64 10i32 }
-- notest input { 1024i64 1024i64 8i64 50i32 }
entry main (n: i64) (m: i64) (l: i64) (steps: i32) : [3]f32 =
  let power = tabulate_3d l n m (\k i j -> uniform 1 ((k * n + i) * m + j))
  let start = tabulate_3d l n m (\k i j -> 320 + uniform 2 ((k * n + i) * m + j))
  let (cx, cy, cz, ambient) = (0.05f32, 0.05f32, 0.02f32, 300f32)
  let out =
    loop t = start for _s < steps do
      tabulate_3d l n m (\k i j ->
                           let here = t[k, i, j]
                           let west = if j == 0 then here else t[k, i, j - 1]
                           let east = if j == m - 1 then here else t[k, i, j + 1]
                           let north = if i == 0 then here else t[k, i - 1, j]
                           let south = if i == n - 1 then here else t[k, i + 1, j]
                           let below = if k == 0 then here else t[k - 1, i, j]
                           let above = if k == l - 1 then here else t[k + 1, i, j]
                           in here + cx * (west + east - 2 * here) + cy * (north + south - 2 * here) + cz * (below + above - 2 * here)
                              + 0.1 * power[k, i, j] + (if k == l - 1 then 0.001 * (ambient - here) else 0))
  let all = flatten_3d out
  in [f32.sum (map (\x -> x - 320) all) / f32.i64 (l * n * m), f32.maximum all, f32.minimum all]
