-- The Coulomb potential with a cut-off on a grid of n * n * n points (Parboil's cutcp):
-- atoms are sorted into cells, each point looks at the 27 cells around it.
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
-- input { 2i64 3i64 4i64 }
-- output { [0.47667646f32, 2.051481f32] }
-- input { 1i64 2i64 3i64 }
-- output { [0.1657379f32, -7.2402945e-5f32] }
-- notest input { 4i64 4i64 16i64 }
-- notest input { 16i64 8i64 160i64 }
entry main (cells: i64) (per: i64) (side: i64) : [2]f32 =
  -- cells^3 cells of width 1 with `per` atoms each; side^3 points in each direction of all cells
  let atoms =
    tabulate_2d (cells * cells * cells) per (\c a ->
                                               let k = c * per + a
                                               in (f32.i64 (c / (cells * cells)) + uniform 1 k, f32.i64 (c / cells % cells) + uniform 2 k, f32.i64 (c % cells) + uniform 3 k, uniform 4 k - 0.5))
  let h = f32.i64 cells / f32.i64 side
  let potential =
    tabulate_3d side side side (\i j k ->
                                  let (x, y, z) = (h * (f32.i64 i + 0.5), h * (f32.i64 j + 0.5), h * (f32.i64 k + 0.5))
                                  let (cx, cy, cz) = (i64.f32 x, i64.f32 y, i64.f32 z)
                                  in loop v = 0 for d < 27 do
                                       let (a, b, c) = (cx + d / 9 - 1, cy + d / 3 % 3 - 1, cz + d % 3 - 1)
                                       in if a < 0 || a >= cells || b < 0 || b >= cells || c < 0 || c >= cells
                                          then v
                                          else
                                            loop v for q < per do
                                              let (ax, ay, az, charge) = atoms[(a * cells + b) * cells + c, q]
                                              let r2 = (ax - x) * (ax - x) + (ay - y) * (ay - y) + (az - z) * (az - z)
                                              in if r2 >= 1 then v else let s = 1 - r2 in v + charge * s * s / f32.sqrt (r2 + 1e-6))
  let all = flatten_3d potential
  in [f32.sum (map f32.abs all) / f32.i64 (side * side * side), f32.maximum all]
