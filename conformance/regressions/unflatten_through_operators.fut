-- A function whose size parameters occur only in products, passed to an operator or held
-- by a variable: the compiler crashed when it inferred the sizes a second time. What now
-- finds it: every way to hold such a function or pass it on, below. Flattening an array
-- and unflattening it again gives the same array.
-- ==
-- entry: pipe backwards composed applied held chosen rows
-- input { [[1i64, 2i64, 5i64], [3i64, 4i64, 7i64]] } output { [[1i64, 2i64, 5i64], [3i64, 4i64, 7i64]] }
-- input { empty([2][0]i64) } output { empty([2][0]i64) }

def unflat [n] [m] (xs: [n * m]i64) : [n][m]i64 = unflatten xs
def apply 'a 'b (f: a -> b) (x: a) : b = f x

entry pipe [n] [m] (xss: [n][m]i64) = flatten xss |> unflatten
entry backwards [n] [m] (xss: [n][m]i64) : [n][m]i64 = unflat <| flatten xss
entry composed [n] [m] (xss: [n][m]i64) : [n][m]i64 = (flatten >-> unflat) xss
entry applied [n] [m] (xss: [n][m]i64) : [n][m]i64 = apply unflatten (flatten xss)
entry held [n] [m] (xss: [n][m]i64) : [n][m]i64 = let g = unflat in g (flatten xss)
entry chosen [n] [m] (xss: [n][m]i64) : [n][m]i64 = let (g, _) = (unflat, 1) in flatten xss |> g
entry rows [n] [m] (xss: [n][m]i64) : [n][m]i64 = ([xss] |> map (flatten >-> unflatten))[0]
