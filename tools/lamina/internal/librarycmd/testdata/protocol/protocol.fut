type point = {x: f32, y: i64}
type shape = #circle f32 | #rect f32 f32 | #none
type^ hid = {p: point, q: (i32, bool)}
-- | Adds.
#[foo]
entry add (a: i32) (b: i32) : i32 = a + b
entry mk (x: f32) (y: i64) : point = {x, y}
entry getx (p: point) : f32 = p.x
entry shp (k: i32) : shape = if k == 0 then #circle 1 else if k == 1 then #rect 2 3 else #none
entry area (s: shape) : f32 = match s case #circle r -> r * r case #rect a b -> a * b case #none -> 0
entry nest (a: i32) (b: bool) : {p: point, q: (i32, bool)} = {p = {x = f32.i32 a, y = 7}, q = (a, b)}
entry pts (n: i64) : [n]point = map (\i -> {x = f32.i64 i, y = i}) (iota n)
entry sumpts [n] (ps: [n]point) : f32 = f32.sum (map (.x) ps)
entry tup (a: i32) : (i32, f64) = (a, 1.5)
entry upd [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 42
entry div (a: i32) (b: i32) : i32 = a / b
entry r4 (n: i64) : [n][2][1][3]u8 = tabulate n (\i -> tabulate 2 (\j -> [[u8.i64 i, u8.i64 j, 9]]))
entry halves (x: f16) : []f16 = [x, x * 2]
entry both [n] (xs: [n]f32) (ys: [n]f32) : f32 = reduce (+) 0 (map2 (*) xs ys)
entry kinds (a: [][]i32) (b: []f64) (c: []f16) (d: []bool) (e: [][][]u64) (f: []i8) : i64 = length a + length b + length c + length d + length e + length f
