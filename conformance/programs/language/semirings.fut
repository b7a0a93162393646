-- Products and powers of matrices over any semiring: Fibonacci numbers, shortest paths.
-- Expected results: Futhark 0.25.32.

-- ==
-- entry: main
-- input { [[1i64,1i64],[1i64,0i64]] 10 }
-- output { [[89i64, 55i64], [55i64, 34i64]] }

-- ==
-- entry: tropical
-- input { [[0f32,1f32,7f32],[3f32,0f32,2f32],[1f32,9f32,0f32]] }
-- output { [[0.000000f32, 1.000000f32, 3.000000f32], [3.000000f32, 0.000000f32, 2.000000f32], [1.000000f32, 2.000000f32, 0.000000f32]] }

def matmul_with [n] [m] [p] 'a 'b 'c (add: c -> c -> c) (mul: a -> b -> c) (zero: c) (A: [n][m]a) (B: [m][p]b) : [n][p]c =
  map (\r -> map (\c -> reduce add zero (map2 mul r c)) (transpose B)) A
def power [n] 'a (mul: [n][n]a -> [n][n]a -> [n][n]a) (one: [n][n]a) (A: [n][n]a) (k: i32) : [n][n]a =
  (loop (acc, A, k) = (one, A, k) while k > 0 do
     (if k % 2 == 1 then mul acc A else acc, mul A A, k / 2)).0
entry main [n] (A: [n][n]i64) (k: i32) =
  let eye = tabulate_2d n n (\i j -> i64.bool (i == j))
  in power (matmul_with (+) (*) 0) eye A k
entry tropical [n] (A: [n][n]f32) =
  let mul = matmul_with f32.min (+) f32.inf
  let eye = tabulate_2d n n (\i j -> if i == j then 0 else f32.inf)
  in power mul eye A (i32.i64 n)
