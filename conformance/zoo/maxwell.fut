-- Maxwell's equations in two dimensions by finite differences in the time domain (Yee 1966), three fields on
-- staggered grids of different sizes, with a pulse in the middle.
--
-- Expected results: by loops over fields in Python.

-- ==
-- entry: main
-- input { 6i64 7i64 3i32 }
-- output { [3.018568e-4f32, 6.118912e-5f32, 1.6867798e-2f32] }
-- input { 2i64 2i64 1i32 }
-- output { [0.0f32, 0.0f32, 0.0f32] }
-- notest input { 64i64 64i64 20i32 }
-- notest input { 256i64 256i64 50i32 }
-- notest input { 2048i64 2048i64 100i32 }
entry main (n: i64) (m: i64) (steps: i32) : [3]f32 =
  let ez = replicate n (replicate m 0f32)
  let hx = replicate n (replicate (m - 1) 0f32)
  let hy = replicate (n - 1) (replicate m 0f32)
  let (ez, hx, hy) =
    loop (ez, hx, hy) for t < steps do
      let hx = tabulate_2d n (m - 1) (\i j -> hx[i, j] - 0.5 * (ez[i, j + 1] - ez[i, j]))
      let hy = tabulate_2d (n - 1) m (\i j -> hy[i, j] + 0.5 * (ez[i + 1, j] - ez[i, j]))
      let inner i j = i > 0 && i < n - 1 && j > 0 && j < m - 1
      let pulse = let u = (f32.i32 t - 10) / 4 in f32.exp (-u * u)
      let ez =
        tabulate_2d n m (\i j ->
                           if inner i j
                           then ez[i, j] + 0.5 * (hy[i, j] - hy[i - 1, j] - hx[i, j] + hx[i, j - 1]) + (if i == n / 2 && j == m / 2 then pulse else 0)
                           else ez[i, j])
      in (ez, hx, hy)
  let energy xs = f32.sum (map (\x -> x * x) xs)
  in [energy (flatten ez), energy (flatten hx) + energy (flatten hy), f32.maximum (flatten ez)]
