-- A step of training: one hidden layer of rectified sums, softmax, gradient descent. The last weight of a row
-- is the bias.
def sums [h] [w] [n] (weights: [h][w]f32) (inputs: [n]f32) : [h]f32 =
  map (\row -> loop sum = row[n] for j < n do sum + row[j] * inputs[j]) weights

def softmax [n] (xs: [n]f32) : [n]f32 =
  let highest = loop highest = -f32.inf for x in xs do f32.max highest x
  let es = map (\x -> f32.f64 (f64.exp (f64.f32 (x - highest)))) xs
  let total = loop total = 0 for e in es do total + e
  in map (/ total) es

-- The gradient of a layer, whose inputs are xs and whose errors are es, for each example.
def descended [h] [w] [b] [n] (step: f32) (weights: [h][w]f32) (xs: [b][n]f32) (es: [b][h]f32) : [h][w]f32 =
  map2 (\row i ->
          map2 (\weight j ->
                  let sum =
                    loop sum = 0 for k < b do
                      sum + (if j < n then es[k, i] * xs[k, j] else es[k, i])
                  in weight - step * sum)
               row (iota w))
       weights (iota h)

entry main [h] [w] [c] [v] [b] [n] (hidden: [h][w]f32) (classes: [c][v]f32) (images: [b][n]f32) (labels: [b]i64)
           (rate: f32) : ([h][w]f32, [c][v]f32) =
  let (hs, back, errors) =
    map2 (\image label ->
            let h = map (f32.max 0) (sums hidden image)
            let errors = map2 (\p k -> if k == label then p - 1 else p) (softmax (sums classes h)) (iota c)
            let back =
              map2 (\x j ->
                      if x <= 0
                      then 0
                      else loop sum = 0 for k < c do sum + errors[k] * classes[k, j])
                   h (indices h)
            in (h, back, errors))
         images labels
    |> unzip3
  let step = rate / f32.i64 b
  in (descended step hidden images back, descended step classes hs errors)
