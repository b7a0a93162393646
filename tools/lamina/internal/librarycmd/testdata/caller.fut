-- The program that caller.c calls.

type point = {x: f32, y: f32}
type~ shape = #circle f32 | #path ([]f32) | #none

-- | Arguments of several types, and several results.
entry scale [n] (k: f32) (xs: [n]f32) : ([n]f32, f32) =
  let ys = map (* k) xs
  in (ys, f32.sum ys)

-- | Two sizes that must agree.
entry matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a

-- | Overwrites its argument, and returns it.
entry bump [n] (xs: *[n]f32) (i: i64) : *[n]f32 = xs with [i] = xs[i] + 1

-- | Returns its argument as it is.
entry same [n] (xs: [n]f32) : [n]f32 = xs

def positive (x: f64) : f64 = assert (x > 0) (f64.sqrt x)

-- | Fails in a function that it calls.
entry root (x: f64) : f64 = positive x

-- | Fails in a parallel loop.
entry roots [n] (xs: [n]f64) : [n]f64 =
  map positive xs

-- | As many cells as asked for.
entry cells (n: i64) : []f32 = map f32.i64 (iota n)

-- | Scalars of several kinds.
entry flip (a: i8) (b: u16) (c: bool) (d: f16) (e: u64) : (i8, u16, bool, f16, u64) =
  (-a, !b, !c, -d, e + 1)

-- | No parameters, and an array of a constant size.
entry origin : [3]f32 = [1, 2, 3]
entry norm3 (v: [3]f32) : f32 = f32.sqrt (f32.sum (map (\x -> x * x) v))

-- | Records, arrays of them, a tuple within a tuple.
entry mirror (p: point) : point = {x = p.y, y = p.x}
entry path [n] (ps: [n]point) : (f32, [n]point) =
  (f32.sum (map (.x) ps), map (\p -> {x = p.x + 1, y = p.y}) ps)
entry pair (a: i32) : ((i32, f32), bool) = ((a, 0.5), true)

-- | Sums.
entry area (s: shape) : f32 =
  match s
  case #circle r -> r * r * 3
  case #path xs -> f32.sum xs
  case #none -> 0
entry grow (s: shape) (n: i64) : shape =
  match s
  case #circle r -> #circle (r + 1)
  case #path _ -> #none
  case #none -> #path (map f32.i64 (iota n))

-- | A sum before what has its size.
type option [n] = #some ([n]f32) | #empty
entry within [n] (s: option [n]) (xs: [n]f32) : f32 =
  f32.sum xs + (match s case #some ys -> f32.sum ys case #empty -> 100)
