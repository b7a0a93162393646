-- Predators and prey: 2000 systems of Lotka and Volterra by Runge and Kutta's method of fourth order.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

-- ==
-- entry: main
-- notest input { 2000i64 300i32 }
entry main (systems: i64) (steps: i32) : (f64, f64) =
  let run k =
    let (a, b, c, d) = (0.5 + uniform 1 k, 0.5 + uniform 2 k, 0.5 + uniform 3 k, 0.5 + uniform 4 k)
    let f (x, y) = (a * x - b * x * y, d * x * y - c * y)
    let step h (x, y) =
      let (k1, l1) = f (x, y)
      let (k2, l2) = f (x + h / 2 * k1, y + h / 2 * l1)
      let (k3, l3) = f (x + h / 2 * k2, y + h / 2 * l2)
      let (k4, l4) = f (x + h * k3, y + h * l3)
      in (x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), y + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4))
    in loop s = (1, 1) for _i < steps do step 0.01 s
  let (xs, ys) = unzip (map run (iota systems))
  in (f64.sum xs, f64.maximum ys)
