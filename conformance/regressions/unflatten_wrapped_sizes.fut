-- The product of the sizes was compared with the number of elements after it had wrapped:
-- an empty array was accepted as one of 2^62 by 4, and updating it changed another array.
-- What now finds it: this program, on every backend. 2^62 * 4 = 2^64, 2^32 * 2^32 = 2^64,
-- 3 * 6148914691236517206 = 2^64 + 2.
-- ==
-- input { [1i64, 2i64, 3i64, 4i64] 4611686018427387904i64 4i64 } error: has no shape
-- input { [1i64, 2i64, 3i64, 4i64] 4294967296i64 4294967296i64 } error: has no shape
-- input { [1i64, 2i64, 3i64, 4i64] 3i64 6148914691236517206i64 } error: has no shape
-- input { [1i64, 2i64, 3i64, 4i64] 2i64 2i64 } output { 4i64 }
-- input { [1i64, 2i64, 3i64, 4i64] 0i64 4i64 } output { 0i64 }
entry main (xs: []i64) (n: i64) (m: i64) : i64 =
  let yss = unflatten (xs[0:n * m] :> [n * m]i64) :> [n][m]i64
  in if n == 0 then 0 else yss[n - 1, m - 1]
