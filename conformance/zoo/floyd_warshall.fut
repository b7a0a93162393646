-- Shortest paths between all pairs of vertices (Floyd 1962, Warshall 1962), one step for each middle vertex.
--
-- Expected results: by Dijkstra's algorithm in Python.
def hash (x: u32) : u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)

-- ==
-- entry: main
-- input { 7i64 }
-- output { [3238i64, 312i64, 16i64] }
-- input { 1i64 }
-- output { [0i64, 0i64, 0i64] }
-- notest input { 100i64 }
-- notest input { 250i64 }
-- notest input { 1500i64 }
entry main (n: i64) : [3]i64 =
  let far = 1000000i32
  let direct =
    tabulate_2d n n (\i j ->
                       let h = hash (u32.i64 (i * n + j))
                       in if i == j then 0 else if h % 4 == 0 then 1 + i32.u32 (h >> 8) % 100 else far)
  let best =
    loop d = direct for k < n do
      map (\row -> map2 (\x y -> i32.min x (row[k] + y)) row d[k]) d
  let all = flatten best
  in [i64.sum (map (\x -> if x < far then i64.i32 x else 0) all), i64.i32 (i32.maximum (map (\x -> if x < far then x else 0) all)), i64.sum (map (\x -> i64.bool (x >= far)) all)]
