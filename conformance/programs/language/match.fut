-- match over numbers, truth values, characters, tuples and records. Expected results by
-- reading the cases in turn.
-- ==
-- entry: fizz
-- input { 16i64 }
-- output { [15i64, 1i64, 2i64, 3i64, 4i64, 5i64, 3i64, 7i64, 8i64, 3i64, 5i64, 11i64, 3i64, 13i64, 14i64, 15i64] }
entry fizz (n: i64) : [n]i64 =
  map (\i ->
         match (i % 3, i % 5)
         case (0, 0) -> 15
         case (0, _) -> 3
         case (_, 0) -> 5
         case _ -> i)
      (iota n)

-- ==
-- entry: signs
-- input { [-1i32, 0i32, 1i32, 7i32] } output { [109u8, 122u8, 112u8, 111u8] }
entry signs (xs: []i32) : []u8 =
  map (\x -> match x case -1 -> 'm' case 0 -> 'z' case 1i32 -> 'p' case _ -> 'o') xs

-- ==
-- entry: both
-- input { true true } output { 3i32 }
-- input { true false } output { 2i32 }
-- input { false true } output { 1i32 }
-- input { false false } output { 0i32 }
entry both (a: bool) (b: bool) : i32 =
  match (a, b)
  case (true, true) -> 3
  case (true, false) -> 2
  case (false, true) -> 1
  case (false, false) -> 0

type point = {x: i32, y: i32}

-- ==
-- entry: fields
-- input { 0i32 5i32 } output { 5i32 }
-- input { 2i32 1i32 } output { 20i32 }
-- input { 3i32 4i32 } output { 7i32 }
entry fields (x: i32) (y: i32) : i32 =
  match {y, x} : point
  case {x = 0, y} -> y
  case {y = 1, x} -> x * 10
  case p -> p.x + p.y

-- ==
-- entry: fractions
-- input { [1.5f64, 2f64, 7.9f64] } output { [1i32, 2i32, 7i32] }
entry fractions (xs: []f64) : []i32 =
  map (\x -> match x case 1.5 -> 1 case 2f64 -> 2 case y -> i32.f64 y) xs

-- The sizes of the cases differ, and the match's is known when it is there.
-- ==
-- entry: sizes
-- input { 0i64 } output { [7i64] 1i64 }
-- input { 1i64 } output { [0i64, 1i64, 2i64] 3i64 }
-- input { 2i64 } output { [0i64, 1i64] 2i64 }
entry sizes (n: i64) : ([]i64, i64) =
  let xs = match n case 0 -> [7] case 1 -> iota 3 case k -> iota k
  in (xs, length xs)

-- A case may consume what it matches.
-- ==
-- entry: consuming
-- input { 0i32 [1i32, 2i32] } output { [9i32, 2i32] }
-- input { 1i32 [1i32, 2i32] } output { [1i32, 2i32] }
entry consuming [n] (which: i32) (xs: *[n]i32) : *[n]i32 =
  match (which, xs)
  case (0, a) -> a with [0] = 9
  case (_, b) -> b

-- The cases after an inner match belong to it, unless it is in parentheses; a case's
-- names are not in scope in the others.
-- ==
-- entry: nested
-- input { 0i32 0i32 } output { 100i32 }
-- input { 0i32 4i32 } output { 200i32 }
-- input { 2i32 3i32 } output { 50i32 }
-- input { 3i32 1i32 } output { 4i32 }
entry nested (x: i32) (y: i32) : i32 =
  match x
  case 0 -> (match y case 0 -> 100 case _ -> 200)
  case y' ->
    match y' + y
    case 5 -> 50
    case sum -> sum

-- ==
-- entry: shadowing
-- input { 3i32 5i32 } output { 5i32 }
-- input { 1i32 5i32 } output { 6i32 }
entry shadowing (x: i32) (y: i32) : i32 =
  match (x, y)
  case (1, x) -> x + 1
  case (_, (z: i32)) -> match () case () -> if x == 3 then z else -1

-- A literal beyond the range of the matched type is truncated.
-- ==
-- entry: beyond
-- input { 44u8 -1i8 -1294967296i32 } output { 1i32 1i32 1i32 }
-- input { 255u8 127i8 3i32 } output { 2i32 2i32 3i32 }
-- input { 187u8 1i8 3i32 } output { 3i32 3i32 3i32 }
entry beyond (a: u8) (b: i8) (c: i32) =
  (match a case 300 -> 1i32 case -1 -> 2 case 'λ' -> 3 case _ -> 4,
   match b case 255 -> 1i32 case -129 -> 2 case _ -> 3,
   match c case 3000000000 -> 1i32 case _ -> 3)

-- ==
-- entry: beyond_floats
-- input { f32.inf 36893488147419103232f64 7766279631452241920i64 } output { 1i32 1i32 2i32 }
-- input { 3.4028235e38f32 0f64 200376420520689664i64 } output { 2i32 2i32 1i32 }
entry beyond_floats (a: f32) (b: f64) (c: i64) =
  (match a case 1e60 -> 1i32 case _ -> 2,
   match b case 36893488147419103232 -> 1i32 case _ -> 2,
   match c case 100000000000000000000000 -> 1i32 case _ -> 2)
