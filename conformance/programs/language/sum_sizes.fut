-- Sums whose arrays differ in size between branches.
type~ opt = #some ([]i32) | #none
type~ many = #two ([]i32) ([]f64) | #none

def choose (b: bool) (xs: []i32) : opt = if b then #some xs else #some (filter (> 2) xs)

-- ==
-- entry: function
-- input { true [1, 2, 3, 4] }
-- output { [2i32, 4i32, 6i32, 8i32] }
-- input { false [1, 2, 3, 4] }
-- output { [6i32, 8i32] }
-- input { false empty([0]i32) }
-- output { empty([0]i32) }
-- input { false [1, 2] }
-- output { empty([0]i32) }
entry function (b: bool) (xs: []i32) : []i32 =
  match choose b xs
  case #some ys -> map (* 2) ys
  case #none -> []

-- ==
-- entry: cases
-- input { 0 [1, 2, 3, 4] }
-- output { 10i32 [1i32, 2i32, 3i32, 4i32] }
-- input { 1 [1, 2, 3, 4] }
-- output { 7i32 [3i32, 4i32] }
-- input { 2 [1, 2, 3, 4] }
-- output { 20i32 [1i32, 2i32, 3i32, 4i32, 1i32, 2i32, 3i32, 4i32] }
-- input { 3 [1, 2, 3, 4] }
-- output { -1i32 empty([0]i32) }
entry cases (k: i32) (xs: []i32) : (i32, []i32) =
  let v: opt =
    match k
    case 0 -> #some xs
    case 1 -> #some (filter (> 2) xs)
    case 2 -> #some (xs ++ xs)
    case _ -> #none
  in match v
     case #some ys -> (i32.sum ys, ys)
     case #none -> (-1, [])

-- ==
-- entry: first_none
-- input { 0 [1, 2, 3, 4] }
-- output { -1i32 empty([0]i32) }
-- input { 1 [1, 2, 3, 4] }
-- output { 10i32 [1i32, 2i32, 3i32, 4i32] }
-- input { 3 [1, 2, 3, 4] }
-- output { 7i32 [3i32, 4i32] }
entry first_none (k: i32) (xs: []i32) : (i32, []i32) =
  let v: opt =
    match k
    case 0 -> #none
    case 1 -> #some xs
    case _ -> #some (filter (> 2) xs)
  in match v
     case #some ys -> (i32.sum ys, ys)
     case #none -> (-1, [])

-- ==
-- entry: chain
-- input { 0 [1, 2, 3, 4] [1.0, 2.0] }
-- output { 0i32 0.0f64 0.0f64 }
-- input { 1 [1, 2, 3, 4] [1.0, 2.0] }
-- output { 10i32 1.0f64 3.0f64 }
-- input { 2 [1, 2, 3, 4] [1.0, 2.0] }
-- output { 7i32 2.0f64 2.0f64 }
-- input { 3 [1, 2, 3, 4] [1.0, 2.0] }
-- output { 10i32 1.0f64 6.0f64 }
entry chain (k: i32) (xs: []i32) (ys: []f64) : (i32, f64, f64) =
  let v: many =
    if k == 0
    then #none
    else if k == 1
    then #two xs ys
    else if k == 2
    then #two (filter (> 2) xs) (filter (> 1) ys)
    else #two xs (ys ++ ys)
  in match v
     case #two xs ys -> (i32.sum xs, f64.minimum ys, f64.sum ys)
     case #none -> (0, 0, 0)

-- ==
-- entry: in_map
-- input { [true, false, true] [1, 2, 3, 4] }
-- output { [10i32, 7i32, 10i32] }
entry in_map (bs: []bool) (xs: []i32) : []i32 =
  map (\b ->
         let v: opt = if b then #some xs else #some (filter (> 2) xs)
         in match v
            case #some ys -> i32.sum ys
            case #none -> 0) bs

-- ==
-- entry: in_loop
-- input { 5i64 [1, 2, 3, 4, 5, 6] }
-- output { [1i32, 3i32, 5i32, 6i32, 1i32, 3i32] }
entry in_loop (n: i64) (xs: []i32) : []i32 =
  loop (ys: []i32) = xs for i < n do
    let v: opt = if i % 2 == 1 then #some (ys ++ [i32.i64 i]) else #some (filter (!= i32.i64 i) ys)
    in match v
       case #some zs -> zs
       case #none -> ys

-- ==
-- entry: nested
-- input { true false [1, 2, 3, 4] }
-- output { 1i64 [1i32, 2i32, 3i32, 4i32] }
-- input { false false [1, 2, 3, 4] }
-- output { 3i64 [1i32, 2i32, 3i32, 4i32, 1i32, 2i32, 3i32, 4i32] }
-- input { false true [1, 2, 3, 4] }
-- output { 2i64 [4i32] }
entry nested (b: bool) (c: bool) (xs: []i32) : (i64, []i32) =
  let v: (i64, (#in opt | #out)) =
    if b
    then (1, #in (#some xs))
    else if c
    then (2, #in (#some (filter (> 3) xs)))
    else (3, #in (#some (xs ++ xs)))
  in match v
     case (k, #in (#some ys)) -> (k, ys)
     case (k, _) -> (k, [])

-- ==
-- entry: matrix
-- input { true [[1, 2], [3, 4], [5, 6]] }
-- output { [[1i32, 3i32, 5i32], [2i32, 4i32, 6i32]] }
-- input { false [[1, 2], [3, 4], [5, 6]] }
-- output { [[3i32, 4i32], [5i32, 6i32]] }
entry matrix (b: bool) (xss: [][]i32) : [][]i32 =
  let v: #rows ([][]i32) | #none =
    if b then #rows (transpose xss) else #rows (filter (\xs -> xs[0] > 1) xss)
  in match v
     case #rows yss -> yss
     case #none -> []

-- ==
-- entry: polymorphic
-- input { true [1, 2, 3, 4] }
-- output { 10i32 [2i64, 3i64, 4i64] }
-- input { false [1, 2, 3, 4] }
-- output { 7i32 [1i64, 2i64, 3i64, 4i64] }
def pick 'a (b: bool) (p: a -> bool) (xs: []a) : #some ([]a) | #none = if b then #some xs else #some (filter p xs)
entry polymorphic (b: bool) (xs: []i32) : (i32, []i64) =
  match (pick b (> 2) xs, pick (!b) (> 1) (map i64.i32 xs))
  case (#some ys, #some zs) -> (i32.sum ys, zs)
  case _ -> (0, [])

-- ==
-- entry: chosen_twice
-- input { true true [1, 2, 3, 4] }
-- output { [1i32, 2i32, 3i32, 4i32] }
-- input { false true [1, 2, 3, 4] }
-- output { [3i32, 4i32] }
-- input { true false [1, 2, 3, 4] }
-- output { empty([0]i32) }
def twice (b: bool) (c: bool) (xs: []i32) : opt =
  let o = if b then #some xs else #some (filter (> 2) xs)
  in if c then o else #none
entry chosen_twice (b: bool) (c: bool) (xs: []i32) : []i32 =
  match twice b c xs
  case #some ys -> ys
  case #none -> []

-- ==
-- entry: grown_in_loop
-- input { 0i64 [1i64, 2i64] }
-- output { [-1i64] }
-- input { 1i64 [1i64, 2i64] }
-- output { [1i64, 2i64] }
-- input { 3i64 [1i64, 2i64] }
-- output { [1i64, 2i64, 1i64, 2i64] }
-- input { 4i64 [1i64, 2i64] }
-- output { [-1i64] }
entry grown_in_loop (n: i64) (xs: []i64) : []i64 =
  let v =
    loop v: (#none | #some ([]i64)) = #none for i < n do
      match v
      case #none -> #some xs
      case #some ys -> if length ys > 3 then #none else #some (ys ++ [i])
  in match v
     case #some ys -> ys
     case #none -> [-1]

-- ==
-- entry: mapped_parameter
-- input { 0 [5, 6, 7] [1] [[1, 2], [3, 4]] } output { [5, 9] }
-- input { 1 [5, 6, 7] [1] [[1, 2], [3, 4]] } output { [18, 18] }
-- input { 2 [5, 6, 7] [1] [[1, 2], [3, 4]] } output { [1, 1] }
-- input { 3 [5, 6, 7] [1] [[1, 2], [3, 4]] } output { [0, 0] }
def total (o: opt) : i32 = match o case #some ys -> i32.sum ys case #none -> 0
entry mapped_parameter [m] [k] (c: i32) (vs: [m]i32) (ws: [k]i32) (ms: [][]i32) =
  map (\p ->
         total (match c
                case 0 -> #some (map (+ 1) p)
                case 1 -> #some vs
                case 2 -> #some ws
                case _ -> #none))
      ms

-- ==
-- entry: mapped_parameter_of_size
-- input { 0 [5, 6, 7] [[1, 2, 3], [3, 4, 5]] } output { [56, 92] }
-- input { 1 [5, 6, 7] [[1, 2, 3], [3, 4, 5]] } output { [110, 110] }
-- input { 2 [5, 6, 7] [[1, 2, 3], [3, 4, 5]] } output { [-1, -1] }
entry mapped_parameter_of_size [m] (c: i32) (vs: [m]i32) (ms: [][]i32) =
  map (\p ->
         match (if c == 2 then #none else if c == 0 then #some (map (+ 1) p) else #some vs) : (#some ([m]i32) | #none)
         case #some ys -> i32.sum (map2 (*) ys vs)
         case #none -> -1)
      ms
