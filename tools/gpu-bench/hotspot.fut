-- Hotspot: the heat of a chip, by steps in time.
-- ==
-- notest random input { 100i32 [8192][8192]f32 [8192][8192]f32 }
-- random input { 3i32 [100][70]f32 [100][70]f32 } auto output
entry main [n] [m] (steps: i32) (temp: [n][m]f32) (power: [n][m]f32) : [n][m]f32 =
  let step (t: [n][m]f32) =
    map (\i ->
           map (\j ->
                  let c = t[i, j]
                  let up = t[i64.max 0 (i - 1), j]
                  let down = t[i64.min (n - 1) (i + 1), j]
                  let left = t[i, i64.max 0 (j - 1)]
                  let right = t[i, i64.min (m - 1) (j + 1)]
                  in c + 0.001 * (power[i, j] + (up + down - 2 * c) * 0.1 + (left + right - 2 * c) * 0.1 + (80 - c) * 0.01))
               (iota m)) (iota n)
  in iterate steps step temp
