-- Lennard-Jones forces from neighbour lists (SHOC's MD): for each atom the forces of k others that a list names,
-- within a cut-off.
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
-- input { 20i64 4i64 }
-- output { [11.856794f32, 2.4316306f32, 4.914251f32, 0.117210105f32] }
-- input { 2i64 1i64 }
-- output { [5.1526873e-5f32, 2.05675e-5f32, 7.4420386e-5f32, 5.152687e-8f32] }
-- notest input { 500i64 16i64 }
-- notest input { 10000i64 32i64 }
-- notest input { 200000i64 128i64 }
entry main (n: i64) (k: i64) : [4]f32 =
  let side = 8 * f32.i64 n ** (1 / 3)
  let atoms = tabulate n (\i -> (side * uniform 1 i, side * uniform 2 i, side * uniform 3 i))
  -- Neighbour j of atom i is near it in number.
  let lists = tabulate_2d n k (\i j -> i32.i64 ((i + 1 + j + i64.u32 (hash (u32.i64 (i * k + j)) % 64)) % n))
  let forces =
    map2 (\(x, y, z) list ->
            let one j =
              let (x', y', z') = atoms[i64.i32 j]
              let (dx, dy, dz) = (x - x', y - y', z - z')
              let r2 = f32.max 1 (dx * dx + dy * dy + dz * dz)
              in if r2 < 16 * side
                 then
                   let i2 = 1 / r2
                   let i6 = i2 * i2 * i2
                   let f = i2 * i6 * (1.5 * i6 - 2)
                   in (dx * f, dy * f, dz * f)
                 else (0, 0, 0)
            in reduce (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0, 0, 0) (map one list)) atoms lists
  let mean f = f32.sum (map (\v -> f32.abs (f v)) forces) * 1000 / f32.i64 n
  in [mean (.0), mean (.1), mean (.2), f32.maximum (map (\(a, _, _) -> a) forces)]
