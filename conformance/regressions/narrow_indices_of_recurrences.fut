-- A recurrence over what is above and left, whose loops count in 32 bits: for GPUs groups of threads go by its
-- anti-diagonals, and the host looks whether all indices are within bounds.
-- ==
-- input { [[-1i32, 2i32, 7i32, -9i32, 5i32, -2i32, -8i32, -4i32, -6i32, 2i32, 6i32, -2i32, 3i32, 8i32, -6i32, -2i32, -9i32, -3i32, 4i32, -1i32], [-4i32, 3i32, -4i32, -7i32, -5i32, 5i32, -5i32, -5i32, -9i32, -9i32, -3i32, -3i32, -4i32, -4i32, 0i32, 1i32, -3i32, 8i32, -3i32, -4i32], [-3i32, 3i32, 0i32, -9i32, 2i32, 4i32, -4i32, -5i32, -1i32, -7i32, 1i32, 0i32, -9i32, 1i32, -7i32, 0i32, 2i32, 0i32, 6i32, 1i32]] }
-- output { [37i32, 17i32, 20i32] }
-- ==
-- input { [[1i32, 2i32]] }
-- error: out of bounds

entry main [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\xs ->
         let a = replicate 21 (replicate 21 0)
         let a =
           loop a for i < 20 do
             loop a for j < 20 do
               let k = i64.i32 i
               let l = i64.i32 j
               in a with [k + 1, l + 1] = i32.max (a[k, l] + xs[k]) (i32.max a[k, l + 1] a[k + 1, l])
         in a[20, 20]) xss
