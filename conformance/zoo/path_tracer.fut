-- Light in a room with spheres by random walks (Kajiya 1986): for each pixel some samples, each a loop of bounces
-- that stops when the path leaves or its weight is gone.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216
type v3 = (f32, f32, f32)
def add (a: v3) (b: v3) : v3 = (a.0 + b.0, a.1 + b.1, a.2 + b.2)
def scale (k: f32) (a: v3) : v3 = (k * a.0, k * a.1, k * a.2)
def dot (a: v3) (b: v3) : f32 = a.0 * b.0 + a.1 * b.1 + a.2 * b.2
def unit (a: v3) : v3 = scale (1 / f32.sqrt (dot a a)) a

type sphere = {centre: v3, radius: f32, colour: f32, light: f32}

def room : [6]sphere =
  [{centre = (0, -100.5, -1), radius = 100, colour = 0.6, light = 0}, {centre = (0, 0, -1.2), radius = 0.5, colour = 0.8, light = 0},
   {centre = (-1, 0, -1), radius = 0.4, colour = 0.5, light = 0}, {centre = (1, 0.1, -1), radius = 0.45, colour = 0.9, light = 0},
   {centre = (0.3, -0.3, -0.5), radius = 0.15, colour = 0.7, light = 0}, {centre = (0, 2.5, -0.5), radius = 1, colour = 0, light = 6}]

-- Where a ray first meets the sphere, infinity if nowhere.
def meet (from: v3) (to: v3) (s: sphere) : f32 =
  let oc = add from (scale (-1) s.centre)
  let b = dot oc to
  let d = b * b - (dot oc oc - s.radius * s.radius)
  in if d < 0
     then f32.inf
     else let r = f32.sqrt d in if -b - r > 0.001 then -b - r else if -b + r > 0.001 then -b + r else f32.inf

-- ==
-- entry: main
-- input { 4i64 3i64 2i64 3i32 }
-- output { [0.42281294f32, 1.9394073f32, 0.24446142f32] }
-- input { 1i64 1i64 1i64 1i32 }
-- output { [0.0f32, 0.0f32, 0.0f32] }
-- notest input { 32i64 24i64 2i64 4i32 }
-- notest input { 96i64 64i64 2i64 4i32 }
-- notest input { 1280i64 960i64 4i64 6i32 }
entry main (w: i64) (h: i64) (samples: i64) (bounces: i32) : [3]f32 =
  let walk (seed: i64) (from: v3) (to: v3) =
    let (light, _, _, _, _) =
      loop (light, weight, from, to, k) = (0f32, 1f32, from, to, 0i32) while k < bounces && weight > 0.01 do
        let nearer (t, i) (u, j) = if t <= u then (t, i) else (u, j)
        let (t, i) = reduce nearer (f32.inf, -1) (zip (map (meet from to) room) (iota 6))
        in if i < 0
           then (light + weight * 0.3 * (1 + to.1), 0, from, to, k)
           else
             let s = room[i]
             let at = add from (scale t to)
             let normal = unit (add at (scale (-1) s.centre))
             let draw c = uniform (u32.i32 (3 * k + c)) seed
             let (z, phi) = (2 * draw 1 - 1, 6.2831853 * draw 2)
             let r = f32.sqrt (f32.max 0 (1 - z * z))
             let next = unit (add (scale 1.001 normal) (r * f32.cos phi, r * f32.sin phi, z))
             in (light + weight * s.light, weight * s.colour, at, next, k + 1)
    in light
  let image =
    tabulate_2d h w (\y x ->
                       let one k =
                         let seed = (y * w + x) * samples + k
                         let (dx, dy) = (uniform 50 seed, uniform 51 seed)
                         let to = unit ((2 * (f32.i64 x + dx) / f32.i64 w - 1) * f32.i64 w / f32.i64 h, 1 - 2 * (f32.i64 y + dy) / f32.i64 h, -1.5)
                         in walk seed (0, 0.2, 1) to
                       in f32.sum (map one (iota samples)) / f32.i64 samples)
  in [f32.sum (flatten image) / f32.i64 (w * h), f32.maximum (flatten image), image[h / 2, w / 2]]
