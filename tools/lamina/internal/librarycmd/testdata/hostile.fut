type~ point = {x: f64, y: []i32}
entry mk (n: i64) : point = {x = 1.0, y = map i32.i64 (iota n)}
entry total (xs: [][]i64) (p: point) : i64 = i64.sum (map i64.sum xs) + i64.i32 (i32.sum (p : point).y)
type alt = #none | #some i32
entry alts (n: i64) : []alt = map (\i -> if i == 0 then #none else #some (i32.i64 i)) (iota n)
