-- Bodies that attract each other: the accelerations of all, and steps in time
-- by the leapfrog method.
--
-- Expected results: two bodies of mass 1 at distance 2 attract each other with
-- 1/4 (softening 0); total momentum stays zero, and a circular orbit stays
-- circular: the bodies at ±1, with masses 4 and speed 1, have acceleration
-- 4/2² = 1 = v²/r.
type vec = {x: f64, y: f64, z: f64}
type body = {position: vec, mass: f64, velocity: vec}

def vec (x: f64) (y: f64) (z: f64) : vec = {x, y, z}
def add (a: vec) (b: vec) : vec = vec (a.x + b.x) (a.y + b.y) (a.z + b.z)
def scale (k: f64) (a: vec) : vec = vec (k * a.x) (k * a.y) (k * a.z)
def dot (a: vec) (b: vec) : f64 = a.x * b.x + a.y * b.y + a.z * b.z

def pull (epsilon: f64) (on: vec) (by: body) : vec =
  let d = add by.position (scale (-1) on)
  let r2 = dot d d + epsilon * epsilon
  in if r2 == 0 then vec 0 0 0 else scale (by.mass / (r2 * f64.sqrt r2)) d

def acceleration [n] (epsilon: f64) (bodies: [n]body) (on: vec) : vec =
  reduce add (vec 0 0 0) (map (pull epsilon on) bodies)

def step [n] (epsilon: f64) (dt: f64) (bodies: [n]body) : [n]body =
  let kick (bodies: [n]body) : [n]body =
    map (\(b: body) -> b with velocity = add b.velocity (scale (dt / 2) (acceleration epsilon bodies b.position))) bodies
  let drift = map (\(b: body) -> b with position = add b.position (scale dt b.velocity))
  in kick (drift (kick bodies))

def bodies_of [n] (xs: [n]f64) (ys: [n]f64) (vx: [n]f64) (vy: [n]f64) (ms: [n]f64) : [n]body =
  map5 (\x y u v m -> {position = vec x y 0, velocity = vec u v 0, mass = m}) xs ys vx vy ms

-- ==
-- entry: forces
-- input { [0f64, 2f64] [0f64, 0f64] } output { [0.25f64, -0.25f64] [0f64, 0f64] }
entry forces [n] (xs: [n]f64) (ys: [n]f64) : ([n]f64, [n]f64) =
  let bodies = bodies_of xs ys (replicate n 0) (replicate n 0) (replicate n 1)
  in unzip (map (\(b: body) -> let a = acceleration 0 bodies b.position in (a.x, a.y)) bodies)

-- ==
-- entry: orbit
-- input { 1000i32 0.001f64 } output { true true }
entry orbit (steps: i32) (dt: f64) : (bool, bool) =
  let bodies = bodies_of [1, -1] [0, 0] [0, 0] [1, -1] [4, 4]
  let final = iterate steps (step 0 dt) bodies
  let radius = f64.sqrt (dot final[0].position final[0].position)
  let momentum = reduce add (vec 0 0 0) (map (\(b: body) -> scale b.mass b.velocity) final)
  let angle = f64.atan2 final[0].position.y final[0].position.x
  in (f64.abs (radius - 1) < 1e-5 && f64.abs (angle - f64.i32 steps * dt) < 1e-5,
      dot momentum momentum < 1e-18)
