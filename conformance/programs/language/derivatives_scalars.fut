-- The derivative of every function on floats by both modes, against central differences: for
-- each, the largest of both distances is below 1e-7. A row is a function and the points where
-- it is smooth and defined.

def apart (f: f64 -> f64) (x: f64) : f64 =
  let h = 1e-6
  let d = (f (x + h) - f (x - h)) / (2 * h)
  let distance y = f64.abs (y - d) / (1 + f64.abs d)
  in f64.max (distance (jvp f x 1)) (distance (vjp f x 1))

def good f xs = all (\x -> apart f x < 1e-7) xs

def positive = [0.3, 1.1, 2.75]
def any = [-2.3, -0.4, 0.3, 1.1, 2.75]
def unit = [-0.7, -0.2, 0.4, 0.8]

-- ==
-- entry: powers
-- input { } output { [true, true, true, true, true, true, true, true, true, true, true] }
entry powers = [good f64.sqrt positive, good f64.rsqrt positive, good f64.cbrt any, good f64.exp any, good f64.log positive,
                good f64.log2 positive, good f64.log10 positive, good f64.log1p positive, good (** 2.5) positive, good (2.5 **) any,
                good (\x -> x ** x) positive]

-- ==
-- entry: circular
-- input { } output { [true, true, true, true, true, true, true, true, true, true, true, true] }
entry circular = [good f64.sin any, good f64.cos any, good f64.tan any, good f64.asin unit, good f64.acos unit, good f64.atan any,
                  good f64.sinpi any, good f64.cospi any, good f64.tanpi unit, good f64.asinpi unit, good f64.acospi unit, good f64.atanpi any]

-- ==
-- entry: hyperbolic
-- input { } output { [true, true, true, true, true, true] }
entry hyperbolic = [good f64.sinh any, good f64.cosh any, good f64.tanh any, good f64.asinh any, good f64.acosh [1.2, 2.75], good f64.atanh unit]

-- ==
-- entry: special
-- input { } output { [true, true, true, true, true] }
entry special = [good f64.gamma (positive ++ [-1.4]), good f64.lgamma (positive ++ [-1.4]), good f64.erf any, good f64.erfc any,
                 good f64.abs any]

-- ==
-- entry: binary
-- input { } output { [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true] }
entry binary = [good (\x -> f64.atan2 x 0.7) any, good (f64.atan2 0.7) any, good (\x -> f64.atan2pi x 0.7) any, good (f64.atan2pi 0.7) any,
                good (\x -> f64.hypot x 0.7) any, good (f64.hypot 0.7) any, good (\x -> f64.copysign x (-0.7)) any, good (f64.copysign 0.7) any,
                good (\x -> f64.fma x 0.7 x) any, good (f64.fma 0.7 0.3) any, good (\x -> f64.ldexp x 3) any, good (% 0.83) any,
                good (7.3 %) positive, good (\x -> f64.min x 0.5) any, good (\x -> f64.max 0.5 x) any, good (\x -> 1 / x - x) any]

-- What jumps between points where it is constant has derivative zero.
-- ==
-- entry: steps
-- input { 1.3 } output { [0.0, 0.0, 0.0, 0.0, 0.0] }
entry steps (x: f64) = [jvp f64.floor x 1, vjp f64.ceil x 1, jvp f64.round x 1, vjp f64.trunc x 1, jvp f64.sgn x 1]
