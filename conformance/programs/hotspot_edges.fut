-- Hotspot (Rodinia) with its border apart: the heat of the next time step is the
-- concatenation of four corners, four edges and the inside, each a parallel
-- operation of its own, so that only cells of the border ask where they are
-- (thesis, chapter 6; what is computed is in hotspot.fut). A chip has at least
-- two cells in each direction.
--
-- Expected results: without power, at the air's temperature, nothing changes; a
-- corner of 100 between neighbours of 80 loses 0.05·20/2 to each of them and as
-- much to the air; one cell inside loses four such parts, and one more;
-- `compared` counts the cells that differ from the cell-by-cell definition.
-- ==
-- entry: main
-- input { 10i32 [[80f64, 80f64], [80f64, 80f64]] [[0f64, 0f64], [0f64, 0f64]] }
-- output { [[80f64, 80f64], [80f64, 80f64]] }
-- copies: 0
-- input { 1i32 [[100f64, 80f64], [80f64, 80f64]] [[0f64, 0f64], [0f64, 0f64]] }
-- output { [[98.5f64, 80.5f64], [80.5f64, 80f64]] }
-- input { 1i32 [[80f64, 80f64, 80f64], [80f64, 100f64, 80f64], [80f64, 80f64, 80f64]]
--         [[0f64, 0f64, 0f64], [0f64, 10f64, 0f64], [0f64, 0f64, 0f64]] }
-- output { [[80f64, 80.5f64, 80f64], [80.5f64, 98f64, 80.5f64], [80f64, 80.5f64, 80f64]] }

def step_length : f64 = 0.05
def air : f64 = 80
def rx : f64 = 2
def ry : f64 = 2
def rz : f64 = 2

-- | The next temperature of a cell, from its own and its neighbours'.
def next (power: f64) (t: f64) (north: f64) (south: f64) (west: f64) (east: f64) : f64 =
  t + step_length * (power
                     + (north + south - 2 * t) / ry
                     + (west + east - 2 * t) / rx
                     + (air - t) / rz)

def step [h] [w] (power: [h][w]f64) (heat: [h][w]f64) : [h][w]f64 =
  let (low, right) = (h - 1, w - 1)
  -- The corner (y, x) with its neighbours on the same edges.
  let corner y x beside_y beside_x =
    let t = heat[y, x]
    in next power[y, x] t heat[beside_y, x] t heat[y, beside_x] t
  let edge_x y beside_y =
    map (\k ->
           let (x, t) = (k + 1, heat[y, k + 1])
           in next power[y, x] t heat[beside_y, x] t heat[y, x - 1] heat[y, x + 1])
        (iota (w - 2))
  let edge_y x beside_x =
    map (\k ->
           let (y, t) = (k + 1, heat[k + 1, x])
           in next power[y, x] t heat[y - 1, x] heat[y + 1, x] heat[y, beside_x] t)
        (iota (h - 2))
  let inside =
    tabulate_2d (h - 2) (w - 2) (\i j ->
                                   let (y, x) = (i + 1, j + 1)
                                   in next power[y, x] heat[y, x] heat[y - 1, x] heat[y + 1, x] heat[y, x - 1] heat[y, x + 1])
  let line y beside_y : [w]f64 =
    [corner y 0 beside_y 1] ++ edge_x y beside_y ++ [corner y right beside_y (right - 1)] :> [w]f64
  let between: [h - 2][w]f64 =
    transpose ([edge_y 0 1] ++ transpose inside ++ [edge_y right (right - 1)] :> [w][h - 2]f64)
  in [line 0 1] ++ between ++ [line low (low - 1)] :> [h][w]f64

entry main [h] [w] (steps: i32) (heat: [h][w]f64) (power: [h][w]f64) : [h][w]f64 =
  iterate steps (step power) heat

-- The definition, cell by cell.
def plain [h] [w] (power: [h][w]f64) (heat: [h][w]f64) : [h][w]f64 =
  tabulate_2d h w (\y x ->
                     let t = heat[y, x]
                     in next power[y, x] t
                             (if y == 0 then t else heat[y - 1, x]) (if y == h - 1 then t else heat[y + 1, x])
                             (if x == 0 then t else heat[y, x - 1]) (if x == w - 1 then t else heat[y, x + 1]))

-- ==
-- entry: compared
-- input { 6i64 9i64 3i32 } output { 0i64 }
-- copies: 0
-- input { 2i64 2i64 5i32 } output { 0i64 }
-- input { 3i64 2i64 2i32 } output { 0i64 }
-- input { 2i64 7i64 2i32 } output { 0i64 }
-- compiled input { 300i64 400i64 20i32 } output { 0i64 }
-- allocs: 26 copies: 0 peak: 4900000
entry compared (h: i64) (w: i64) (steps: i32) : i64 =
  let pseudo_random i j = f64.i64 ((i * 7919 + j * 104729 + i * j * 31) % 101)
  let heat = tabulate_2d h w (\i j -> 50 + pseudo_random i j)
  let power = tabulate_2d h w (\i j -> pseudo_random (i + 1) (j + 2) / 10)
  let differ t u = if f64.abs (t - u) > 1e-9 then 1 else 0
  in i64.sum (flatten (map2 (map2 differ)
                            (iterate steps (step power) heat)
                            (iterate steps (plain power) heat)))
