-- Jacobi's method with the seven-point stencil in three dimensions (Parboil's stencil;
-- Stratton et al. 2012).
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
-- input { 4i64 5i64 6i64 2i32 }
-- output { [0.42783245f32, 0.24694544f32, 0.99578124f32] }
-- input { 2i64 3i64 3i64 4i32 }
-- output { [0.39018404f32, 0.22208244f32, 0.9111908f32] }
-- notest input { 16i64 20i64 24i64 5i32 }
-- notest input { 128i64 512i64 512i64 50i32 }
entry main (nz: i64) (ny: i64) (nx: i64) (steps: i32) : [3]f32 =
  let a = tabulate_3d nz ny nx (\z y x -> uniform 1 ((z * ny + y) * nx + x))
  let a =
    loop a for _i < steps do
      tabulate_3d nz ny nx (\z y x ->
                              if z == 0 || z == nz - 1 || y == 0 || y == ny - 1 || x == 0 || x == nx - 1
                              then a[z, y, x]
                              else 0.125 * (a[z - 1, y, x] + a[z + 1, y, x] + a[z, y - 1, x] + a[z, y + 1, x] + a[z, y, x - 1] + a[z, y, x + 1] + 2 * a[z, y, x]))
  let all = flatten_3d a
  in [f32.sum all / f32.i64 (nz * ny * nx), f32.sum (map (\x -> x * x) all) / f32.i64 (nz * ny * nx), f32.maximum all]
