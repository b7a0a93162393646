type point = {x: f32, y: i64}
type shape = #circle f32 | #rect f32 f32 | #none
entry getx (p: point) : f32 = p.x
entry points (n: i64) : [n]point = map (\i -> {x = f32.i64 i / 2, y = i}) (iota n)
entry sum [n] (ps: [n]point) : f32 = f32.sum (map (.x) ps)
entry shape (k: i32) : shape = if k == 0 then #circle 1 else if k == 1 then #rect 2 3 else #none
entry area (s: shape) : f32 = match s case #circle r -> r * r case #rect a b -> a * b case #none -> 0
entry nest (a: i32) (b: bool) : {p: point, q: (i32, bool)} = {p = {x = f32.i32 a, y = 7}, q = (a, b)}
entry lines (n: i64) : [n]{a: point, b: [2]point} = map (\i -> let p = {x = f32.i64 i, y = i} in {a = p, b = [p, p]}) (iota n)
entry second [n] (ls: [n]{a: point, b: [2]point}) : f32 = f32.sum (map (\l -> l.b[1].x) ls)
entry weighted [n] (s: #left ([n]f32) | #right i64) (ys: [n]f32) : f32 = match s case #left xs -> f32.sum (map2 (*) xs ys) case #right k -> f32.i64 k + f32.sum ys
entry fixed (s: #some ([3]i32) | #none) : i32 = match s case #some xs -> i32.sum xs case #none -> -1
entry shapes (n: i64) : [n]shape = map (\i -> if i == 0 then #none else if i == 1 then #rect 2 3 else #circle 4) (iota n)
entry areas [n] (ss: [n]shape) : f32 = f32.sum (map (\s -> match s case #circle r -> r * r case #rect a b -> a * b case #none -> 0) ss)
entry unit (u: ()) : () = u
entry same (t: (i32, (f64, bool))) (r: {func: u64, p': f16}) : ((i32, (f64, bool)), {func: u64, p': f16}) = (t, r)
