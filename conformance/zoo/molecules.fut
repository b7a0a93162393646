-- Molecular dynamics with Lennard-Jones forces (Java Grande's MolDyn) in a periodic box of c x c x c cells:
-- particles are sorted by cell each step, and each looks at its cell and the 26 around it.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 3i64 2i64 2i32 }
-- output { [-0.7949317f32, 0.24307299f32, 6.9176607f32] }
-- input { 3i64 1i64 1i32 }
-- output { [-2.4297105e-2f32, 0.2732914f32, 5.6837225f32] }
-- notest input { 4i64 8i64 5i32 }
-- notest input { 6i64 8i64 5i32 }
-- notest input { 20i64 8i64 20i32 }
entry main (c: i64) (p: i64) (steps: i32) : [3]f32 =
  let n = c * c * c * p
  let width = 2.5f32
  let box = width * f32.i64 c
  let wrap x = let y = if x < 0 then x + box else if x >= box then x - box else x in f32.max 0 (f32.min y (box * 0.999999))
  let start =
    tabulate n (\i ->
                  -- Two a side in each cell, a little displaced.
                  let (cell, k) = (i / p, i % p)
                  let place a b s = (f32.i64 a + 0.25 + 0.5 * f32.i64 b + 0.05 * (uniform s i - 0.5)) * width
                  in (place (cell / (c * c)) (k / 4) 1, place (cell / c % c) (k / 2 % 2) 2, place (cell % c) (k % 2) 3))
  let still = map (\i -> (uniform 4 i - 0.5, uniform 5 i - 0.5, uniform 6 i - 0.5)) (iota n)
  let cell_of (x, y, z) =
    let t a = i64.min (c - 1) (i64.f32 (a / width))
    in (t x * c + t y) * c + t z
  let (places, speeds, energy) =
    loop (places, speeds, _) = (start, still, 0f32) for _t < steps do
      -- The particles in order of cells, by counting.
      let cells = map cell_of places
      let counts = reduce_by_index (replicate (c * c * c) 0i64) (+) 0 cells (replicate n 1)
      let ends = scan (+) 0 counts
      let bits = 64 - i64.clz (c * c * c)
      let (_, order) =
        loop (ks, vs) = (cells, iota n) for b < bits do
          let ones = map (\k -> (k >> i64.i32 b) & 1) ks
          let zs = scan (+) 0 (map (1 -) ones)
          let os = scan (+) 0 ones
          let to = map3 (\o i j -> if o == 1 then zs[n - 1] + j - 1 else i - 1) ones zs os
          in (scatter (replicate n 0) to ks, scatter (replicate n 0) to vs)
      let places = map (\i -> places[i]) order
      let speeds = map (\i -> speeds[i]) order
      let near d = if d > 0.5 * box then d - box else if d < -0.5 * box then d + box else d
      let forces =
        map2 (\i (x, y, z) ->
                let home = cell_of (x, y, z)
                let (hx, hy, hz) = (home / (c * c), home / c % c, home % c)
                in loop (fx, fy, fz, e) = (0, 0, 0, 0) for k < 27 do
                     let cell = ((hx + k / 9 + c - 1) % c * c + (hy + k / 3 % 3 + c - 1) % c) * c + (hz + k % 3 + c - 1) % c
                     in loop (fx, fy, fz, e) for j in ends[cell] - counts[cell]..<ends[cell] do
                          let (x', y', z') = places[j]
                          let (dx, dy, dz) = (near (x - x'), near (y - y'), near (z - z'))
                          let r2 = dx * dx + dy * dy + dz * dz
                          in if j == i || r2 > width * width
                             then (fx, fy, fz, e)
                             else
                               let s2 = 1 / f32.max r2 0.5
                               let s6 = s2 * s2 * s2
                               let f = 24 * s2 * s6 * (2 * s6 - 1)
                               in (fx + f * dx, fy + f * dy, fz + f * dz, e + 2 * s6 * (s6 - 1))) (iota n) places
      let h = 0.001f32
      let speeds = map2 (\(u, v, w) (fx, fy, fz, _) -> (u + h * fx, v + h * fy, w + h * fz)) speeds forces
      let places = map2 (\(x, y, z) (u, v, w) -> (wrap (x + h * u), wrap (y + h * v), wrap (z + h * w))) places speeds
      in (places, speeds, f32.sum (map (.3) forces) / f32.i64 n)
  in [energy, f32.sum (map (\(u, v, w) -> u * u + v * v + w * w) speeds) / f32.i64 n, f32.maximum (map (\(x, y, z) -> f32.max x (f32.max y z)) places)]
