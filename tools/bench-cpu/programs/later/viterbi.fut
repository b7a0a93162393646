-- Viterbi's algorithm: the most likely states of a hidden Markov model, and how often each is met.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

-- ==
-- entry: main
-- notest input { 24i64 4000i64 }
entry main (states: i64) (steps: i64) : (f64, [states]i32) =
  let move = tabulate_2d states states (\i j -> f64.log (0.05 + uniform 1 (i * states + j)))
  let emit = tabulate_2d states 16 (\i j -> f64.log (0.05 + uniform 2 (i * 16 + j)))
  let seen t = i64.u32 (hash (u32.i64 t + 5) % 16)
  let best (a, i) (b, j) = if b > a || (b == a && j < i) then (b, j) else (a, i)
  let from = replicate steps (replicate states 0i64)
  let (score, from) =
    loop (score, from) = (map (\s -> emit[s, seen 0]) (iota states), from) for t in 1...steps - 1 do
      let next =
        map (\s ->
               let (x, i) = reduce best (-f64.inf, states) (zip (map2 (+) score move[:, s]) (iota states))
               in (x + emit[s, seen t], i)) (iota states)
      let (x, i) = unzip next
      in (x, from with [t] = i)
  let (top, last) = reduce best (-f64.inf, states) (zip score (iota states))
  let (_, path) =
    loop (s, path) = (last, replicate steps 0i64) for k < steps do
      let t = steps - 1 - k
      in (if t > 0 then from[t, s] else s, path with [t] = s)
  in (top, reduce_by_index (replicate states 0i32) (+) 0 path (replicate steps 1))
