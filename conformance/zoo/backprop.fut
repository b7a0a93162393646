-- One training step of a two-layer perceptron by back-propagation with momentum
-- (Rumelhart, Hinton, Williams 1986): n inputs, h hidden units, one output.
--
-- Expected results: by Futhark's interpreter.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

def sigmoid (x: f32) : f32 = 1 / (1 + f32.exp (-x))

def forward [n] [m] (w: [n][m]f32) (bias: [m]f32) (x: [n]f32) : [m]f32 =
  map2 (\column b -> sigmoid (b + f32.sum (map2 (*) column x))) (transpose w) bias

def adjust [n] [m] (delta: [m]f32) (x: [n]f32) (w: [n][m]f32) (old: [n][m]f32) : ([n][m]f32, [n][m]f32) =
  let step = map2 (\xi row -> map2 (\d o -> 0.3 * d * xi + 0.3 * o) delta row) x old
  in (map2 (map2 (+)) w step, step)

-- ==
-- entry: main
-- input { 37i64 5i64 }
-- output { [0.4935596f32, -0.18824255f32, 0.21002035f32, 6.495936e-4f32] }
-- input { 64i64 3i64 }
-- output { [0.5426627f32, 0.17159753f32, 9.734129e-2f32, 1.2725798e-3f32] }
-- notest input { 1000i64 16i64 }
-- notest input { 1048576i64 16i64 }
entry main (n: i64) (h: i64) : [4]f32 =
  let x = tabulate n (\i -> uniform 1 i)
  let w1 = tabulate_2d n h (\i j -> (uniform 2 (i * h + j) - 0.5) / f32.sqrt (f32.i64 n))
  let w2 = tabulate_2d h 1 (\i _ -> uniform 3 i - 0.5)
  let hidden = forward w1 (replicate h 0.1) x
  let out = forward w2 (replicate 1 0.1) hidden
  let delta_out = map (\o -> o * (1 - o) * (0.9 - o)) out
  let delta_hidden = map2 (\y row -> y * (1 - y) * f32.sum (map2 (*) row delta_out)) hidden w2
  let (w2', _) = adjust delta_out hidden w2 (replicate h (replicate 1 0))
  let (w1', s1) = adjust delta_hidden x w1 (replicate n (replicate h 0.001))
  in [out[0], f32.sum (map f32.sum w2'), f32.sum (map (\r -> f32.sum (map f32.abs r)) w1') / f32.i64 n, f32.sum (map f32.sum s1) / f32.i64 n]
