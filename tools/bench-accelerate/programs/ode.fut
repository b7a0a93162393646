-- The populations of prey and predators after steps of size h, by the classical method of Runge and Kutta.
type system = {x: f64, y: f64, birth: f64, eaten: f64, grown: f64, starved: f64}

def rates (s: system) : (f64, f64) =
  (s.x * (s.birth - s.eaten * s.y), s.y * (s.grown * s.x - s.starved))

def moved (s: system) (time: f64) (p: f64, q: f64) : system =
  s with x = s.x + time * p with y = s.y + time * q

def step (h: f64) (s: system) : system =
  let (a1, b1) = rates s
  let (a2, b2) = rates (moved s (h / 2) (a1, b1))
  let (a3, b3) = rates (moved s (h / 2) (a2, b2))
  let (a4, b4) = rates (moved s h (a3, b3))
  in moved s (h / 6) (a1 + 2 * a2 + 2 * a3 + a4, b1 + 2 * b2 + 2 * b3 + b4)

entry main [n] (x: [n]f64) (y: [n]f64) (birth: [n]f64) (eaten: [n]f64) (grown: [n]f64) (starved: [n]f64)
           (h: f64) (steps: i64) : ([n]f64, [n]f64) =
  tabulate n (\i ->
                let s =
                  loop s = {x = x[i], y = y[i], birth = birth[i], eaten = eaten[i], grown = grown[i], starved = starved[i]}
                  for _k < steps do step h s
                in (s.x, s.y))
  |> unzip
