-- Conway's Game of Life on a torus (Gardner 1970).
--
-- Expected results: by loops in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 6i64 7i64 3i32 }
-- output { [12i64, 246i64] }
-- input { 3i64 3i64 1i32 }
-- output { [0i64, 0i64] }
-- notest input { 100i64 100i64 10i32 }
-- notest input { 4096i64 4096i64 50i32 }
entry main (n: i64) (m: i64) (steps: i32) : [2]i64 =
  let world = tabulate_2d n m (\i j -> i8.u32 (hash (u32.i64 (i * m + j)) >> 31))
  let world =
    loop w = world for _i < steps do
      let rows = map3 (map3 (\a b c -> a + b + c)) (rotate (-1) w) w (rotate 1 w)
      let sums = map (\r -> map3 (\a b c -> a + b + c) (rotate (-1) r) r (rotate 1 r)) rows
      in map2 (map2 (\alive sum -> i8.bool (sum == 3 || (alive == 1 && sum == 4)))) w sums
  let all = map i64.i8 (flatten world)
  in [i64.sum all, i64.sum (map2 (*) all (indices all))]
