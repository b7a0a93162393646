-- Functions that call each other several times, so that all calls expanded would be thousands of statements. Those
-- that are large are differentiated once and called: with arrays, sizes that they make, elements that they
-- replace, in maps, loops and branches. Results are those of Futhark's interpreter.
def f0 (x: f64) (y: f64) = f64.sin x * y
def f1 (x: f64) (y: f64) = f0 x y + f0 y 0.5
def f2 (x: f64) (y: f64) = f1 x y - f1 (x * y) x
def f3 (x: f64) (y: f64) = f2 x y * 0.5 + f2 y (x + y)
def f4 (x: f64) (y: f64) = f3 x y * 0.5 + f3 (y * 0.5) y
def f5 (x: f64) (y: f64) = if x > y then f4 x y else f4 y 0.25
def f6 (x: f64) (y: f64) = f5 (x * 0.5) y + f5 x x

-- Returns an array of a size that the function makes, beside others.
def large [n] (xs: [n]f64) (k: i64) : ([n]f64, ?[k].[k]f64) =
  let ys = map (\x -> f6 x xs[k % n]) xs
  in (ys, filter (> 0.1) ys)

def replace [n] (xs: *[n]f64) : *[n]f64 =
  let (a, b) = large (copy xs) 1
  let (c, d) = large (reverse (copy xs)) 0
  let xs[0] = xs[1] * a[0] + f64.sum b
  let xs[n - 1] = c[0] * xs[0] - f64.sum d
  in map2 (\x y -> x + f5 y 0.5) xs c

def all [n] (xs: [n]f64) : ([n]f64, f64) =
  let ys = loop ys = copy xs for _i < 2 do replace (map (* 0.5) ys)
  in (ys, loop a = 0.1 for x in xs do a + f6 a x)

-- ==
-- entry: forward
-- input { [0.5, 0.75, -0.25] }
-- output { [0.796120681760397, 0.25, 8.660959825113076e-2] -0.26755077282485906 }
entry forward (xs: []f64) = jvp all xs (map (const 1) xs)

-- ==
-- entry: backward
-- input { [0.5, 0.75, -0.25] }
-- output { [0.15831147130069995, 1.2071343301075612, -0.5002662942215923] }
entry backward (xs: []f64) = vjp all xs (map (const 1) xs, 1)

-- ==
-- entry: second
-- input { 0.5 }
-- output { -4.9321388452993706e-2 }
entry second (x: f64) = vjp (\x -> jvp (\x -> f6 x (x * x)) x 1) x 1
