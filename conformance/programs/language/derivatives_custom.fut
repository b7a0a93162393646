-- Derivatives that a program gives itself, and several seeds at once. Results are formulas.

-- The derivative given is three times the true one, in reverse mode alone.
-- ==
-- entry: given
-- input { 2.0 } output { 4.0 12.0 4.0 }
entry given (x: f64) =
  let f (x: f64) = with_vjp (\x -> x * x) (\_ d -> 6 * x * d) x
  in (f x, vjp f x 1, jvp f x 1)

-- An identity that turns the gradient round.
-- ==
-- entry: turned
-- input { [1.0, 2.0, 3.0] } output { [-2.0, -4.0, -6.0] }
entry turned [n] (xs: [n]f64) = vjp (\xs -> f64.sum (map (\x -> x * x) (with_vjp id (\_ d -> map f64.neg d) xs))) xs 1

-- What the function captures gets nothing through it.
-- ==
-- entry: captures
-- input { 2.0 3.0 } output { 1.0 3.0 }
entry captures (x: f64) (y: f64) =
  vjp (\(x, y) -> x + with_vjp (\y -> x * y) (\_ d -> 3 * d) y) (x, y) 1

-- The tape hands on the square root.
-- ==
-- entry: taped
-- input { [4.0, 9.0] } output { [2.0, 3.0] [0.25, 0.5] }
entry taped [n] (xs: [n]f64) =
  vjp2 (map (with_vjp_tape (\x -> let y = f64.sqrt x in (y, y)) (\(y, d) -> d / (2 * y)))) xs
       (map (\x -> if x > 5 then 3 else 1) xs)

-- In a loop, in a branch, in a function called from elsewhere.
def cube (x: f64) = with_vjp_tape (\x -> (x, x * x * x)) (\(x, d) -> 3 * x * x * d) x
-- ==
-- entry: nested
-- input { 1.5 } output { 14.416259765625 18.0 }
entry nested (x: f64) =
  (vjp (\x -> loop y = x for _i < 2i32 do if y > 0 then cube y / 2 + y * 0 else 0) x 1,
   jvp (\x -> vjp cube x 2) x 1)

-- ==
-- entry: hessians
-- input { [1.0, 2.0, 3.0] } output { [[4.0, 2.0, 0.0], [2.0, 6.0, 4.0], [0.0, 4.0, 0.0]] }
entry hessians [n] (xs: [n]f64) : [n][n]f64 =
  let f xs = f64.sum (map2 (\x y -> x * x * y) xs[0:2] (xs[1:3] :> [2]f64))
  let unit i = tabulate n (\j -> f64.bool (i == j))
  in jmp (\xs -> vjp f xs 1) xs (tabulate n unit)

-- ==
-- entry: seeds
-- input { [1.0, 2.0] } output { [1.0, 4.0] [[2.0, 0.0], [0.0, 4.0]] [1.0, 4.0] [[2.0, 4.0]] }
entry seeds (xs: [2]f64) =
  let f = map (\x -> x * x)
  let (y, dys) = jmp2 f xs [[1, 0], [0, 1]]
  let (z, dxs) = mjp2 f xs [[1, 1]]
  in (y, dys, z, dxs)
