-- Flow through a box with a sphere in it by the lattice Boltzmann method, D3Q19 with one relaxation time
-- (Qian, d'Humieres, Lallemand 1992; Parboil's lbm): n x n x m cells, periodic, driven along x.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
type cell = [19]f32

def ex : [19]i64 = [0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0]
def ey : [19]i64 = [0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1]
def ez : [19]i64 = [0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1]
def opposite : [19]i64 = [0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17]
def weight (q: i64) : f32 = if q == 0 then 1 / 3 else if q < 7 then 1 / 18 else 1 / 36

def equilibrium (rho: f32) (ux: f32) (uy: f32) (uz: f32) : cell =
  let square = 1.5 * (ux * ux + uy * uy + uz * uz)
  in tabulate 19 (\q ->
                    let e = 3 * (f32.i64 ex[q] * ux + f32.i64 ey[q] * uy + f32.i64 ez[q] * uz)
                    in weight q * rho * (1 + e + 0.5 * e * e - square))

def moments (f: cell) : (f32, f32, f32, f32) =
  let rho = f32.sum f
  let along (e: [19]i64) = f32.sum (map2 (\d x -> f32.i64 d * x) e f) / rho
  in (rho, along ex, along ey, along ez)

def collide (f: cell) : cell =
  let (rho, ux, uy, uz) = moments f
  let omega = 1.6f32
  in map2 (\x e -> (1 - omega) * x + omega * e) f (equilibrium rho (ux + 0.001) uy uz)

-- ==
-- entry: main
-- input { 4i64 4i64 3i32 }
-- output { [1.004366f32, 2.4799976e-2f32, 4.245165e-4f32] }
-- input { 3i64 3i64 1i32 }
-- output { [1.0040827f32, 2.00416e-2f32, 3.9445437e-3f32] }
-- notest input { 16i64 16i64 10i32 }
-- notest input { 32i64 32i64 5i32 }
-- notest input { 128i64 96i64 20i32 }
entry main (n: i64) (m: i64) (steps: i32) : [3]f32 =
  let solid =
    tabulate_3d m n n (\z y x ->
                         let d a c = let t = f32.i64 a + 0.5 - f32.i64 c / 2 in t * t
                         in d z m + d y n + d x n < f32.i64 (n * n) / 36)
  let cells: [m][n][n]cell = tabulate_3d m n n (\z y x -> equilibrium (1 + f32.u32 (hash (u32.i64 ((z * n + y) * n + x)) >> 24) / 25600) 0.02 0 0)
  let cells =
    loop cells for _t < steps do
      tabulate_3d m n n (\z y x : cell ->
                           let here: cell = cells[z, y, x]
                           let pulled =
                             tabulate 19 (\q ->
                                            let (a, b, c) = ((z - ez[q] + m) % m, (y - ey[q] + n) % n, (x - ex[q] + n) % n)
                                            in if solid[a, b, c] then here[opposite[q]] else cells[a, b, c, q])
                           in if solid[z, y, x] then here else collide pulled)
  let all = flatten_3d (map (map (map moments)) cells)
  let size = f32.i64 (n * n * m)
  in [f32.sum (map (.0) all) / size, f32.sum (map (.1) all) / size, f32.maximum (map (\a -> f32.abs a.2) all)]
