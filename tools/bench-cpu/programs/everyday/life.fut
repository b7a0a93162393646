-- Game of life on a torus.
entry main [n] [m] (steps: i32) (b: [n][m]bool) : [n][m]bool =
  loop b for _i < steps do
    tabulate_2d n m (\i j ->
                       let at di dj = i32.bool b[(i + di) % n, (j + dj) % m]
                       let c = at (n - 1) (m - 1) + at (n - 1) 0 + at (n - 1) 1 + at 0 (m - 1) + at 0 1 + at 1 (m - 1) + at 1 0 + at 1 1
                       in c == 3 || (b[i, j] && c == 2))
