-- Cars on a ring road by the rules of Nagel and Schreckenberg, many lanes at once.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- notest input { 40i64 500i64 100i32 }
entry main (lanes: i64) (cells: i64) (steps: i32) : (i64, i64) =
  -- -1 is an empty cell, others hold the speed of a car.
  let first = tabulate_2d lanes cells (\l i -> if hash (u32.i64 (l * cells + i)) % 4 == 0 then 0i32 else -1)
  let lane (t: i32) (l: i64) (road: [cells]i32) : [cells]i32 =
    let speed i =
      let v = road[i]
      in if v < 0
         then -1
         else
           let faster = i32.min 5 (v + 1)
           let gap = loop g = 0i32 while g < faster && road[(i + i64.i32 g + 1) % cells] < 0 do g + 1
           let v = i32.min faster gap
           in if v > 0 && hash (u32.i32 t * 7919 + u32.i64 (l * cells + i)) % 10 < 3 then v - 1 else v
    let speeds = map speed (iota cells)
    in scatter (replicate cells (-1)) (map2 (\i v -> if v < 0 then -1 else (i + i64.i32 v) % cells) (iota cells) speeds) speeds
  let roads = loop roads = first for t < steps do map2 (lane t) (iota lanes) roads
  let moving = i64.sum (map (\r -> i64.sum (map (\v -> i64.i32 (i32.max v 0)) r)) roads)
  let cars = i64.sum (map (\r -> i64.sum (map (\v -> i64.bool (v >= 0)) r)) roads)
  in (moving, cars)
