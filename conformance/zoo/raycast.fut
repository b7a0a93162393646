-- Ray casting with shadows and reflections off spheres over a chequered plane
-- (Whitted 1980): a w * h image, s spheres, b bounces.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

type vec = {x: f32, y: f32, z: f32}
type sphere = {centre: vec, radius: f32, shine: f32}

def vec (x: f32) (y: f32) (z: f32) : vec = {x, y, z}
def add (a: vec) (b: vec) : vec = vec (a.x + b.x) (a.y + b.y) (a.z + b.z)
def sub (a: vec) (b: vec) : vec = vec (a.x - b.x) (a.y - b.y) (a.z - b.z)
def scale (k: f32) (a: vec) : vec = vec (k * a.x) (k * a.y) (k * a.z)
def dot (a: vec) (b: vec) : f32 = a.x * b.x + a.y * b.y + a.z * b.z
def unit (a: vec) : vec = scale (1 / f32.sqrt (dot a a)) a

def meet (from: vec) (along: vec) (s: sphere) : f32 =
  let to = sub s.centre from
  let b = dot to along
  let d = b * b - dot to to + s.radius * s.radius
  in if d < 0
     then f32.inf
     else let t = b - f32.sqrt d in if t > 0.001 then t else f32.inf

def first [n] (spheres: [n]sphere) (from: vec) (along: vec) : (i64, f32) =
  loop (best, t) = (-1, f32.inf) for i < n do
    let t' = meet from along spheres[i]
    in if t' < t then (i, t') else (best, t)

-- ==
-- entry: main
-- input { 8i64 6i64 4i64 2i32 }
-- output { [0.5426122f32, 0.7027575f32, 0.32226175f32] }
-- input { 5i64 3i64 1i64 4i32 }
-- output { [0.5284795f32, 0.69843626f32, 0.30043793f32] }
-- notest input { 64i64 48i64 10i64 3i32 }
-- notest input { 1920i64 1080i64 100i64 4i32 }
entry main (w: i64) (h: i64) (n: i64) (bounces: i32) : [3]f32 =
  let spheres =
    tabulate n (\i ->
                  {centre = vec (20 * uniform 1 i - 10) (0.3 + 3 * uniform 2 i) (5 + 20 * uniform 3 i), radius = 0.3 + uniform 4 i, shine = 0.5 * uniform 5 i})
  let light = unit (vec 0.5 1 (-0.7))
  let colour px py =
    let along = unit (vec ((f32.i64 px + 0.5) / f32.i64 w * 2 - 1) (0.5 - (f32.i64 py + 0.5) / f32.i64 h) 1)
    let (sum, _, _, _) =
      loop (sum, weight, from, along) = (0, 1, vec 0 1 0, along) for _b < bounces do
        if weight < 0.01
        then (sum, 0, from, along)
        else
          let (i, t) = first spheres from along
          let ground = if along.y < 0 then -from.y / along.y else f32.inf
          in if t == f32.inf && ground == f32.inf
             then (sum + weight * (0.5 + 0.5 * along.y), 0, from, along)
             else
               let at = add from (scale (f32.min t ground) along)
               let (normal, shine, base) =
                 if t < ground
                 then (unit (sub at spheres[i].centre), spheres[i].shine, 0.8)
                 else (vec 0 1 0, 0.1, if (i64.f32 (f32.floor at.x) + i64.f32 (f32.floor at.z)) % 2 == 0 then 0.9 else 0.3)
               let dark = (first spheres at light).1 < f32.inf
               let lit = if dark then 0.1 else 0.1 + 0.9 * f32.max 0 (dot normal light)
               let mirrored = sub along (scale (2 * dot along normal) normal)
               in (sum + weight * (1 - shine) * base * lit, weight * shine, at, mirrored)
    in sum
  let image = tabulate_2d h w (\y x -> colour x y)
  let all = flatten image
  in [f32.sum all / f32.i64 (w * h), f32.maximum all, f32.sum (map (\v -> v * v) all) / f32.i64 (w * h)]
