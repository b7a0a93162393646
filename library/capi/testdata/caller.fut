-- The program that caller.c calls.

-- Arguments of several types, several results.
entry scale [n] (k: f32) (xs: [n]f32) : ([n]f32, f32) =
  let ys = map (* k) xs
  in (ys, f32.sum ys)

-- Two sizes that must agree.
entry matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a

-- Overwrites its argument, and returns it.
entry bump [n] (xs: *[n]i32) (i: i64) : *[n]i32 = xs with [i] = xs[i] + 1

-- Returns its argument as it is.
entry same [n] (xs: [n]i32) : [n]i32 = xs

-- A message with values of several kinds.
def positive (x: f64) : f64 = assert (x > 0) (f64.sqrt x)
entry root (x: f64) : f64 = positive x

-- So many cells as asked for.
entry cells (n: i64) : []i64 = map (* 2) (iota n)

-- Scalars of every kind.
entry flip (a: i8) (b: u16) (c: bool) (d: f16) (e: u64) : (i8, u16, bool, f16, u64) =
  (-a, !b, !c, -d, e + 1)

-- No parameters, and an array of a constant size.
entry origin : [3]u8 = [1, 2, 3]
entry norm3 (v: [3]f32) : f32 = f32.sqrt (f32.sum (map (\x -> x * x) v))
