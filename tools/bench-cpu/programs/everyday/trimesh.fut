-- Batched 3 x 3 transformation and normals of triangles.
def cross (a: [3]f32) (b: [3]f32) : [3]f32 = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
entry main [n] (m: [3][3]f32) (ts: [n][3][3]f32) : [n][3]f32 =
  let mv v = map (\r -> f32.sum (map2 (*) r v)) m
  in map (\t ->
            let t' = map mv t
            let e1 = map2 (-) t'[1] t'[0]
            let e2 = map2 (-) t'[2] t'[0]
            let c = cross e1 e2
            let l = f32.sqrt (f32.sum (map (\x -> x * x) c)) + 1e-9
            in map (/ l) c) ts
