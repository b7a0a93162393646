type point = {x: f32, y: i64}
type shape = #circle f32 | #none
entry total [n] (xs: [n]i64) : i64 = i64.sum xs
entry points (n: i64) : []point = map (\i -> {x = 0, y = i}) (iota n)
entry area (s: shape) : f32 = match s case #circle r -> r * r case #none -> 0
