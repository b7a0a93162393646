-- Many tridiagonal systems, each by Thomas's algorithm; the greatest residue.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

def solve [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (cs, ds) =
    loop (cs, ds) = (replicate n 0, replicate n 0) for i < n do
      let (before, last) = if i == 0 then (0, 0) else (cs[i - 1], ds[i - 1])
      let m = b[i] - a[i] * before
      in (cs with [i] = c[i] / m, ds with [i] = (d[i] - a[i] * last) / m)
  in loop x = copy ds for k < n - 1 do
       let i = n - 2 - k
       in x with [i] = ds[i] - cs[i] * x[i + 1]

-- ==
-- entry: main
-- input { 3i64 5i64 }
-- output { 0.8875195260799446f64 true }
-- notest input { 1000i64 100i64 }
entry main (systems: i64) (n: i64) : (f64, bool) =
  let numbers s k = map (\i -> uniform (u32.i64 s) (k * n + i)) (iota n)
  let one k =
    let (a, c, d) = (numbers 1 k, numbers 2 k, numbers 3 k)
    let b = map2 (\x y -> 1 + x + y) a c
    let x = solve a b c d
    let residue i = f64.abs ((if i == 0 then 0 else a[i] * x[i - 1]) + b[i] * x[i] + (if i == n - 1 then 0 else c[i] * x[i + 1]) - d[i])
    in (f64.sum x, f64.maximum (map residue (iota n)))
  let (sums, residues) = unzip (map one (iota systems))
  in (f64.sum sums / f64.i64 systems, f64.maximum residues < 1e-12)
