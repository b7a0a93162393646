-- The greatest eigenvalue of a symmetric matrix, by power iteration and Rayleigh's quotient.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

def uniform (s: u32) (i: i64) : f64 = f64.u32 (hash (u32.i64 i + s * 0x9e3779b9)) / 4294967296

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

-- ==
-- entry: main
-- input { 6i64 20i32 }
-- output { 1.5733733122073668f64 }
-- notest input { 300i64 30i32 }
entry main (n: i64) (rounds: i32) : f64 =
  let a = tabulate_2d n n (\i j -> uniform 5 (i64.min i j * n + i64.max i j) - (if i == j then 0 else 0.5))
  let v =
    loop v = replicate n (1 / f64.sqrt (f64.i64 n)) for _i < rounds do
      let w = map (dot v) a
      let norm = f64.sqrt (dot w w)
      in map (/ norm) w
  in dot v (map (dot v) a)
