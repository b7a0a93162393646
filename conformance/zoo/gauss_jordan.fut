-- Linear equations by elimination with row pivoting (Rodinia's Gaussian, with pivots), on the matrix beside its
-- right-hand side, one column after the other.
--
-- Expected results: by elimination in rational numbers.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- The i-th number of stream s, uniform in [0, 1).
def uniform (s: u32) (i: i64) : f32 =
  f32.u32 (hash (u32.i64 i + s * 0x9e3779b9) >> 8) / 16777216

-- ==
-- entry: main
-- input { 5i64 }
-- output { [-37.04098323333531f64, -24.17124625406848f64, 1.0f64] }
-- input { 1i64 }
-- output { [-2.0315504428194995f64, -2.0315504428194995f64, 1.0f64] }
-- notest input { 60i64 }
-- notest input { 200i64 }
-- notest input { 1200i64 }
entry main (n: i64) : [3]f64 =
  let a = tabulate_2d n n (\i j -> f64.f32 (uniform 1 (i * n + j)) - 0.5)
  let right = map (\i -> f64.i64 (i % 5) + 1) (iota n)
  let start = map2 (\row r -> row ++ [r]) a right
  let solved =
    loop m = start for k < n do
      let larger (x, i) (y, j) = if f64.abs x > f64.abs y || (f64.abs x == f64.abs y && i < j) then (x, i) else (y, j)
      let (_, p) = reduce larger (0, n) (map (\i -> if i >= k then (m[i, k], i) else (0, n)) (iota n))
      let pivot = map (/ m[p, k]) m[p]
      in map (\i ->
                if i == k
                then pivot
                else
                  let row = if i == p then m[k] else m[i]
                  in map2 (\x y -> x - row[k] * y) row pivot) (iota n)
  let x = map (\r -> r[n]) solved
  let rest = map2 (\row r -> f64.abs (f64.sum (map2 (*) row x) - r)) a right
  in [f64.sum x, x[n / 2], if f64.maximum rest < 0.000001 then 1 else 0]
