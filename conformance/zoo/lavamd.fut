-- Forces between particles of neighbouring boxes in a cut-off radius (Szafaryn, Gamblin,
-- de Supinski, Skadron 2013): b * b * b boxes of p particles, up to 27 neighbours each.
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

type particle = {x: f32, y: f32, z: f32, q: f32}

-- ==
-- entry: main
-- input { 2i64 5i64 }
-- output { [14.615263f32, 5.3864217f32, 7.7555304f32, 7.0965347f32] }
-- input { 1i64 3i64 }
-- output { [0.9303255f32, 0.39433357f32, 0.4648157f32, 0.47969761f32] }
-- notest input { 3i64 30i64 }
-- notest input { 16i64 100i64 }
entry main (b: i64) (p: i64) : [4]f32 =
  let boxes =
    tabulate_2d (b * b * b) p (\i j ->
                                 let k = i * p + j in {x = uniform 1 k, y = uniform 2 k, z = uniform 3 k, q = uniform 4 k})
  let a2 = 2 * 0.5 * 0.5f32
  let forces =
    tabulate (b * b * b) (\home ->
                            let (z, y, x) = (home / (b * b), home / b % b, home % b)
                            in map (\me ->
                                      loop (v, fx, fy, fz) = (0, 0, 0, 0) for k < 27 do
                                        let (nz, ny, nx) = (z + k / 9 - 1, y + k / 3 % 3 - 1, x + k % 3 - 1)
                                        in if nz < 0 || nz >= b || ny < 0 || ny >= b || nx < 0 || nx >= b
                                           then (v, fx, fy, fz)
                                           else
                                             let there: [p]particle = boxes[(nz * b + ny) * b + nx]
                                             in loop (v, fx, fy, fz) for j < p do
                                                  let o = there[j]
                                                  let (dx, dy, dz) = (me.x - o.x, me.y - o.y, me.z - o.z)
                                                  let r2 = dx * dx + dy * dy + dz * dz
                                                  let e = f32.exp (-a2 * r2)
                                                  let s = 2 * e
                                                  in (v + o.q * e, fx + o.q * s * dx, fy + o.q * s * dy, fz + o.q * s * dz))
                                   boxes[home])
  let all = flatten forces
  let mean f = f32.sum (map (\t -> f32.abs (f t)) all) / f32.i64 (b * b * b * p)
  in [mean (.0), mean (.1), mean (.2), mean (.3)]
