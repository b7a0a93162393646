-- A lambda as the last argument of an application, without parentheses, which Futhark 0.25.32
-- does not know. Its body reaches as far as it can. The results follow from the definitions.

def each 'a 'b [n] (xs: [n]a) (f: a -> b) : [n]b = map f xs

-- ==
-- input { [1, 2, 3] } output { [11, 12, 13] [3, 5, 7] 12 }
entry main [n] (xs: [n]i32) =
  let add = 10
  in ( each xs \x -> x + add
     , each (each xs \x -> x * 2) \y -> y + 1
     , i32.sum <| each xs \x -> let y = x in y * 2)

-- What comes after the body's operators is the body's: the pipe applies to each x.
-- ==
-- entry: reaches
-- input { [1, 2, 3] } output { [-1, -2, -3] }
entry reaches [n] (xs: [n]i32) = each xs \x -> x |> i32.neg

-- As the only argument, and nested.
-- ==
-- entry: nested
-- input { [1, 2] [10, 20] } output { [[11, 21], [12, 22]] }
entry nested [n] [m] (xs: [n]i32) (ys: [m]i32) : [n][m]i32 =
  each xs \x -> each ys \y -> (\f -> f x) \z -> z + y
