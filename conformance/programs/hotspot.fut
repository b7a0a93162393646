-- Hotspot (Rodinia): the temperature of a chip whose cells are heated by the
-- power they use, exchange heat with their neighbours and lose heat to the air.
-- Cells on the border have themselves as the missing neighbours.
--
-- Expected results: without power, at the air's temperature everywhere, nothing
-- changes; one cell alone obeys t' = t + k·(power + (air - t)/rz) with
-- k = 0.05, rz = 2 and air = 80: from t = 80 with power 10, t' = 80.5, and then
-- 80.5 + 0.05·(10 - 0.25) = 80.9875; and a cell of 100 beside one of 80 loses
-- 0.05·20/2 to it and as much to the air.
-- ==
-- entry: main
-- input { 10i32 [[80f64, 80f64], [80f64, 80f64]] [[0f64, 0f64], [0f64, 0f64]] }
-- output { [[80f64, 80f64], [80f64, 80f64]] }
-- input { 1i32 [[80f64]] [[10f64]] } output { [[80.5f64]] }
-- input { 2i32 [[80f64]] [[10f64]] } output { [[80.9875f64]] }
-- input { 1i32 [[100f64, 80f64]] [[0f64, 0f64]] } output { [[99f64, 80.5f64]] }

def step_length : f64 = 0.05
def air : f64 = 80
def rx : f64 = 2
def ry : f64 = 2
def rz : f64 = 2

def step [h] [w] (power: [h][w]f64) (heat: [h][w]f64) : [h][w]f64 =
  tabulate_2d h w (\y x ->
                     let t = heat[y, x]
                     let north = if y == 0 then t else heat[y - 1, x]
                     let south = if y == h - 1 then t else heat[y + 1, x]
                     let west = if x == 0 then t else heat[y, x - 1]
                     let east = if x == w - 1 then t else heat[y, x + 1]
                     in t + step_length * (power[y, x]
                                           + (north + south - 2 * t) / ry
                                           + (west + east - 2 * t) / rx
                                           + (air - t) / rz))

entry main [h] [w] (steps: i32) (heat: [h][w]f64) (power: [h][w]f64) : [h][w]f64 =
  iterate steps (step power) heat
