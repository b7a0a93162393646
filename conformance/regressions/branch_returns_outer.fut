-- A branch that varies with the thread around returns, for each element, an array that the thread made before it, and
-- one of its own. Kernels for a GPU were ill-formed: the compiler did not know the type of the first. Found by random
-- source programs (lamina fuzz --source).
-- ==
-- input { 3i64 [true, false] } output { [[15i64, 15i64, 15i64], [1i64, 2i64, 3i64]] }
-- input { 1i64 [true, false] } output { [[7i64], [1i64]] }
-- input { 0i64 [true] } output { empty([1][0]i64) }
entry main [k] (n: i64) (cs: [k]bool) : [k][n]i64 =
  map (\c ->
         let t = map (\i -> i + 1) (iota n)
         let d = if c then n >= 0 else false
         let (ps, qs) = unzip (map (\_ -> if d then (replicate n 7, replicate n 8) else (t, map (* 2) (iota n))) (iota n))
         in map2 (\p q -> if d then p[0] + (if n > 1 then q[1] else 0) else p[q[n - 1] / 2 - n + 1]) ps qs
            |> map2 (\i x -> if d then x else x + i) (iota n))
      cs
