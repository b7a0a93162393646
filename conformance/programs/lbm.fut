-- The lattice-Boltzmann method in three dimensions (D3Q19, BGK; Qian, d'Humières
-- and Lallemand, Europhysics Letters 17, 1992): a fluid as densities of particles
-- that move in 19 directions, from cell to cell in one time step, and collide
-- there. The box is periodic. What meets a solid cell turns back, so that the
-- wall is half way to the last fluid cell. A force, uniform, drives the fluid
-- along z. The benchmark of this name in Parboil is of the same kind.
--
-- A cell's next 19 densities are computed as an array, which is a row of the
-- result: streaming gathers what arrives in the cell, collision relaxes it
-- towards the equilibrium of its mass and momentum.
--
-- Expected results are the method's conservation laws and the exact solutions of
-- the Navier–Stokes equations for the viscosity nu = (tau - 1/2)/3:
--   - a fluid at rest stays at rest, and no step changes the mass;
--   - a wave of shear velocity of wave number k decays as exp(-nu k² t);
--   - the flow between two walls at distance h under the force g is
--     g/(2 nu) y (h - y); tau = 1/2 + sqrt(3)/4 puts the walls exactly half way
--     (Ginzbourg and Adler, Journal de Physique II 4, 1994).

-- The directions, each next to its opposite, and their weights.
def directions : [19](i64, i64, i64) =
  [(0, 0, 0),
   (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1),
   (1, 1, 0), (-1, -1, 0), (1, -1, 0), (-1, 1, 0),
   (1, 0, 1), (-1, 0, -1), (1, 0, -1), (-1, 0, 1),
   (0, 1, 1), (0, -1, -1), (0, 1, -1), (0, -1, 1)]

def weight (q: i64) : f32 = if q == 0 then 1 / 3 else if q < 7 then 1 / 18 else 1 / 36

def opposite (q: i64) : i64 = if q == 0 then 0 else ((q - 1) ^ 1) + 1

type vector = (f32, f32, f32)

def velocity (q: i64) : vector =
  let (x, y, z) = directions[q] in (f32.i64 x, f32.i64 y, f32.i64 z)

def dot ((ax, ay, az): vector) ((bx, by, bz): vector) : f32 = ax * bx + ay * by + az * bz

def equilibrium (density: f32) (flow: vector) (q: i64) : f32 =
  let along = dot (velocity q) flow
  in weight q * density * (1 + 3 * along + 4.5 * along * along - 1.5 * dot flow flow)

-- | The density of a cell and its mean velocity.
def moments (cell: [19]f32) : (f32, vector) =
  let density = f32.sum cell
  let along component = f32.sum (map2 (\q f -> component (velocity q) * f) (iota 19) cell)
  in (density, (along (.0) / density, along (.1) / density, along (.2) / density))

def collide (tau: f32) (force: f32) (cell: [19]f32) : [19]f32 =
  let (density, (x, y, z)) = moments cell
  let pushed = (x, y, z + tau * force / density)
  in map2 (\q f -> f + (equilibrium density pushed q - f) / tau) (iota 19) cell

def step [nx] [ny] [nz] (tau: f32) (force: f32) (solid: [nx][ny][nz]bool)
         (cells: [nx][ny][nz][19]f32) : [nx][ny][nz][19]f32 =
  tabulate_3d nx ny nz (\x y z ->
                          let arrived =
                            map (\q ->
                                   let (dx, dy, dz) = directions[q]
                                   in cells[(x - dx) % nx, (y - dy) % ny, (z - dz) % nz, q])
                                (iota 19)
                          in if solid[x, y, z]
                             then map (\q -> arrived[opposite q]) (iota 19)
                             else collide tau force arrived)

-- ==
-- entry: main
-- input { 3i32 0.6f32 0f32 [[[false], [false]]]
--   [[[[0.3333333f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32]],
--     [[0.3333333f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32]]]] }
-- output {
--   [[[[0.3333333f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32]],
--     [[0.3333333f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32, 0.05555556f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32,
--       0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32, 0.02777778f32]]]] }
entry main [nx] [ny] [nz] (steps: i32) (tau: f32) (force: f32) (solid: [nx][ny][nz]bool)
           (cells: [nx][ny][nz][19]f32) : [nx][ny][nz][19]f32 =
  iterate steps (step tau force solid) cells

def flowing (nx: i64) (ny: i64) (nz: i64) (flow: i64 -> i64 -> i64 -> vector) : [nx][ny][nz][19]f32 =
  tabulate_3d nx ny nz (\x y z -> map (equilibrium 1 (flow x y z)) (iota 19))

-- The mean density of a box with an obstacle in its middle.
-- ==
-- entry: obstacle
-- input { 4i64 3i64 5i64 4i32 } output { 1f32 }
-- nobench compiled input { 20i64 20i64 24i64 20i32 } output { 1f32 }
-- notest input { 120i64 120i64 150i64 100i32 } output { 1f32 }
entry obstacle (nx: i64) (ny: i64) (nz: i64) (steps: i32) : f32 =
  let within k n = n / 3 <= k && k < n - n / 3
  let solid = tabulate_3d nx ny nz (\x y z -> within x nx && within y ny && within z nz)
  let cells = iterate steps (step 0.7 1e-4 solid) (flowing nx ny nz (\_ _ _ -> (0, 0, 0.05)))
  let mass (line: [nz][19]f32) = f32.sum (map f32.sum line)
  in f32.sum (map (\plane -> f32.sum (map mass plane)) cells) / f32.i64 (nx * ny * nz)

-- What is left of a wave of shear velocity after some steps, counted from the
-- sixth (by then the method has forgotten how it was started). With
-- nu = 1/(3 sqrt(6)), where the method's own error is least, it is
-- exp(-nu (2 pi/16)² 20) = 0.65724 for n = 16 and 20 steps, and
-- exp(-nu (2 pi/32)² 60) = 0.72995 for n = 32 and 60 steps.
-- The only copies are those of the walls, which are made for either call of move.
-- ==
-- entry: shear
-- input { 16i64 0.9082483f32 20i32 } output { 0.65724f32 }
-- copies: 0
-- compiled input { 32i64 0.9082483f32 60i32 } output { 0.72995f32 }
-- allocs: 2186 copies: 0
entry shear (n: i64) (tau: f32) (steps: i32) : f32 =
  let wave x = f32.sinpi (2 * f32.i64 x / f32.i64 n)
  let move steps cells = iterate steps (step tau 0 (replicate n [[false]])) cells
  let height (cells: [n][1][1][19]f32) =
    f32.sum (map2 (\x plane -> wave x * (moments plane[0, 0]).1.1) (iota n) cells)
  let before = move 6 (flowing n 1 1 (\x _ _ -> (0, 0.01 * wave x, 0)))
  in height (move steps before) / height before

-- The velocity between two walls, in thousandths, when it changes no more (in the
-- middle of a step, the force having given half of its momentum): with
-- h = 4 and g = 1e-4 it is 1e-4 · 6/sqrt(3) · y (4 - y) for y = 0.5, 1.5, ….
-- ==
-- entry: channel
-- input { 4i64 150i32 } output { [0.6062178f32, 1.2990381f32, 1.2990381f32, 0.6062178f32] }
entry channel (h: i64) (steps: i32) : [h]f32 =
  let solid = [map (\y -> [y == 0]) (iota (h + 1))]
  let cells = iterate steps (step (0.5 + f32.sqrt 3 / 4) 1e-4 solid) (flowing 1 (h + 1) 1 (\_ _ _ -> (0, 0, 0)))
  in map (\y -> 1000 * ((moments cells[0, y + 1, 0]).1.2 - 0.5e-4)) (iota h)
